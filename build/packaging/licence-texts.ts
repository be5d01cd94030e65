import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { PackedPackage } from './list-packed-packages.ts'

const require = createRequire(import.meta.url)
type Known = Record<string, { name: string; licenseText: string } | undefined>

/** Texts of the licences in SPDX's list, for packages without a text. */
const known = require('spdx-license-list/full') as Known

/** Files of a package with its licence terms. */
const named = /^(licen[cs]e|copying|notice|copyright|unlicense|third[-_]?party)/i

/** A package's own licence texts, file by file; without any, the text of the licence that it names. */
export function licenceTextsOf({ folder, licence, author, name }: PackedPackage): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && named.test(entry.name))
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
  return [standardText(licence, author || `the authors of ${name}`)]
}

/** The text of an SPDX expression: of the first licence if there is a choice, of each if all apply. */
export function standardText(expression: string, holder: string): string {
  const [choice = ''] = expression.replaceAll(/[()]/g, '').split(' OR ')
  const texts = choice.split(' AND ').map((id) => {
    const text = known[id.trim()]?.licenseText
    if (text === undefined) throw new Error(`No text is known for the licence "${expression}" of ${holder}.`)
    return fillIn(text, holder)
  })
  return texts.join('\n\n')
}

/** The texts' copyright line has a year, which packages without a text do not give. */
const fillIn = (text: string, holder: string): string =>
  text.replace(/copyright \(c\) <year> <(copyright holders?|owner)>/i, `Copyright (c) ${holder}`).trim()
