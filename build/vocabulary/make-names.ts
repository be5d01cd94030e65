/**
 * Writes `resources/vocabulary/names/<code>.json` (or into the folder given) for all languages, from CLDR's short
 * names, corrections and hand-made tables.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../src-main/contract/analysis/language.ts'
import { readConceptRows } from '../../src-main/analysis/vocabulary/vocabulary-file.ts'
import { handMadeOnly, readCldr } from './cldr-names.ts'
import { handMadeFile, readCharacters, readCorrections, readHandMade } from './read-tables.ts'
import { klingonToPiqad, serbianToLatin } from '../../src-main/analysis/vocabulary/transliterate.ts'

const resources = join(import.meta.dirname, '../../resources')
const folder = process.argv[2] ?? join(resources, 'vocabulary', 'names')
const characters = readCharacters()
const corrections = readCorrections()
const concepts = new Set(readConceptRows(resources).map((row) => row.id))
const known = new Set([...concepts, ...characters.keys(), ...readHandMade('en').keys()])
const inScript: Readonly<Record<string, (name: string) => string>> = {
  sr_latn: serbianToLatin,
  tlh_qaak: klingonToPiqad,
}

type Names = Map<string, string>

/** Hand-made names win over corrections, corrections over CLDR. */
function namesIn(code: string): Names {
  const names = handMadeOnly.includes(code)
    ? new Map<string, string>()
    : code === 'en'
      ? namesLeftInEnglish()
      : ofCldr(code)
  for (const [id, { name }] of readHandMade(handMadeFile(code))) {
    if (!known.has(id)) throw new Error(`${code}: no concept is called ${id}.`)
    if (name === undefined) names.delete(id)
    else names.set(id, inScript[code]?.(name) ?? name)
  }
  return names
}

function ofCldr(code: string): Names {
  const shortName = readCldr(code)
  const names: Names = new Map()
  for (const [id, character] of characters) {
    const corrected = corrections.get(id)
    const name = corrected?.has(code) ? corrected.get(code) : shortName(character)
    if (name) names.set(id, name)
  }
  return names
}

/** English names of concepts are in the vocabulary; this is for things that no model knows yet. */
function namesLeftInEnglish(): Names {
  return new Map([...characters.keys()].filter((id) => !concepts.has(id)).map((id) => [id, id.replaceAll('-', ' ')]))
}

mkdirSync(folder, { recursive: true })
const digest = createHash('sha256')
for (const { code } of languages) {
  const names = Object.fromEntries([...namesIn(code)].sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = `${JSON.stringify({ version: 1, language: code, names }, null, 1)}\n`
  digest.update(text)
  writeFileSync(join(folder, `${code}.json`), text)
}
/** Lets a library check in one read whether its tags were named with these names. */
writeFileSync(join(folder, 'digest.txt'), `${digest.digest('hex').slice(0, 16)}\n`)
