/**
 * Writes `resources/vocabulary/names/<code>.json` (or into the folder given) for all languages, from CLDR's short
 * names, corrections and hand-made tables.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../src-main/contract/analysis/language.ts'
import { readConceptRows } from '../../src-main/analysis/vocabulary/vocabulary-file.ts'
import { handMadeOnly, readCldr } from './cldr-names.ts'
import { readCharacters, readCorrections, readHandMade, readWordList } from './read-tables.ts'
import { klingonToPiqad, serbianToLatin } from './transliterate.ts'

const resources = join(import.meta.dirname, '../../resources')
const folder = process.argv[2] ?? join(resources, 'vocabulary', 'names')
const characters = readCharacters()
const corrections = readCorrections()
const tables = readdirSync(join(import.meta.dirname, 'hand-made'))
  .filter((file) => file.startsWith('european-asian'))
  .map(readHandMade)
const handMade = new Map(tables.flatMap((table) => [...table]))

const known = new Set([...readConceptRows(resources).map((row) => row.id), ...characters.keys(), ...handMade.keys()])

type Names = Map<string, string>

/** Hand-made names win over corrections, corrections over CLDR. */
function namesFromCldr(code: string): Names {
  const shortName = readCldr(code)
  const names: Names = new Map()
  for (const [id, character] of characters) {
    const corrected = corrections.get(id)
    const name = corrected?.has(code) ? corrected.get(code) : shortName(character)
    if (name) names.set(id, name)
  }
  for (const [id, cells] of handMade) {
    const name = handMadeName(cells, code)
    if (name) names.set(id, name)
    else names.delete(id)
  }
  return names
}

function handMadeName(cells: ReadonlyMap<string, string>, code: string): string | undefined {
  if (code === 'sr_latn') return serbianToLatin(cells.get('sr') ?? '')
  return cells.get(code === 'sr_cyrl' ? 'sr' : code)
}

function namesByHand(code: string): Names {
  if (code !== 'tlh_qaak') return ofKnownConcepts(readWordList(`${code}.txt`), code)
  return new Map([...readWordList('tlh.txt')].map(([id, name]) => [id, klingonToPiqad(name)]))
}

/**
 * For names that are not concepts of the vocabulary: categories, the base colour teal, and things no model knows yet.
 */
function englishNames(): Names {
  return new Map(
    [...characters.keys(), ...handMade.keys()].map((id) => [id, id.replace('category:', '').replaceAll('-', ' ')]),
  )
}

function ofKnownConcepts(names: Names, code: string): Names {
  const strangers = [...names.keys()].filter((id) => !known.has(id))
  if (strangers.length > 0) throw new Error(`${code}: no concept is called ${strangers.join(', ')}.`)
  return names
}

function namesIn(code: string): Names {
  if (code === 'en') return englishNames()
  return handMadeOnly.includes(code) ? namesByHand(code) : namesFromCldr(code)
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
