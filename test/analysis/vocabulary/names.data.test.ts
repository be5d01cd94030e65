import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanName } from '../../../build/vocabulary/cldr-names.ts'
import { coveredLanguages, sayableWords } from '../../../build/vocabulary/sayable-words.ts'
import { klingonToPiqad, serbianToLatin } from '../../../src-main/analysis/vocabulary/transliterate.ts'
import { languages, type Language } from '../../../src-main/contract/analysis/language.ts'
import { personalCategories } from '../../../src-main/analysis/categories/rate-personal.ts'
import { categoryNameId, openNames } from '../../../src-main/analysis/vocabulary/names.ts'
import { NamesFile } from '../../../src-main/analysis/vocabulary/names-file.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'

const root = join(import.meta.dirname, '../../..')
const resources = join(root, 'resources')
const folder = join(resources, 'vocabulary/names')
const names = openNames(resources)
const sayable = sayableWords(resources)
const readFile = (code: string) => NamesFile.parse(JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')))

/** Common search words: no two may share a name. Others may be homonyms, as mice are. */
const everyday = [
  ...[...openVocabulary(resources).all()].filter(({ coco }) => coco !== undefined).map(({ id }) => id),
  ...sayable.filter((id) => id.startsWith('category:')),
]
/** Words that a language really has for two of them. */
const homonyms = new Set(['orange orange-color', 'bench couch'])

describe('the names that come with the program', () => {
  test('there is one well-formed file per language, sorted, with clean names', () => {
    expect(
      readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort(),
    ).toEqual(languages.map(({ code }) => `${code}.json`).sort())
    for (const { code } of languages) {
      const file = readFile(code)
      expect(file.language).toBe(code)
      const ids = Object.keys(file.names)
      expect(ids).toEqual([...ids].sort())
      for (const [id, name] of Object.entries(file.names))
        expect(name, `${code} ${id}`).toMatch(/^[^\s()[\]/|;:,<>"]+( [^\s()[\]/|;:,<>"]+)*$/u)
    }
  })

  test('no word mixes two alphabets, and no name is in quotation marks', () => {
    const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai'].map(
      (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
    )
    const isMixed = (word: string) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1
    const faults = languages.flatMap(({ code }) =>
      Object.entries(readFile(code).names)
        .filter(([, name]) => /[«»„“”]/.test(name) || name.split(/[ -]/).some(isMixed))
        .map(([id]) => `${code} ${id}`),
    )
    expect(faults).toEqual([])
  })

  test('every word of a model, a head or a rule has a name in the 45 languages of CLDR', () => {
    expect(coveredLanguages).toHaveLength(45)
    const lackingIn = (code: Language) => {
      const named = names.namedIn(code)
      return sayable.filter((id) => !named.has(id))
    }
    for (const code of coveredLanguages) expect(lackingIn(code), code).toEqual([])
  })

  test('nameable concepts are those of all sources, all categories and base colours', () => {
    for (const category of [...personalCategories, 'nsfw', 'safe']) expect(sayable).toContain(categoryNameId(category))
    for (const word of ['giraffe', 'outdoors', 'woman', 'kitchen', 'mountain', 'skiing', 'sepia', 'teal', 'mammal'])
      expect(sayable).toContain(word)
  })

  test('no two everyday words share a name by accident', () => {
    const clashes = coveredLanguages.flatMap((code) => {
      const byName = Map.groupBy(everyday, (id) => names.nameOf(id, code).text.toLowerCase())
      return [...byName.values()]
        .filter((ids) => ids.length > 1 && !homonyms.has(ids.sort().join(' ')))
        .map((ids) => `${code}: ${ids.join(' ')}`)
    })
    expect(clashes).toEqual([])
  })

  test('Haitian Creole and Hmong Daw, which CLDR does not cover, name 200 concepts', () => {
    for (const code of ['ht', 'mww'] as const) expect(names.namedIn(code).size, code).toBeGreaterThan(200)
  })

  test('no animal is called after its face', () => {
    const faces = {
      de: /gesicht|kopf/i,
      fr: /tête/,
      pt: /rosto/,
      pl: /głowa/,
      cs: /hlava/,
      da: /hoved$/,
      hu: /fej$/,
      sv: /ansikte$/,
      ja: /の顔/,
      ko: / 얼굴/,
      ru: /морда|голова/,
      ar: /وجه /,
      hi: /का चेहरा/,
    }
    for (const [code, pattern] of Object.entries(faces)) {
      for (const id of ['dog', 'cat', 'wolf', 'fox', 'bear', 'panda', 'frog', 'lion', 'hamster', 'koala', 'cow', 'pig'])
        expect(names.nameOf(id, code as Language).text, `${code} ${id}`).not.toMatch(pattern)
    }
  })

  test('match the tables: no file was edited by hand', { tags: 'night' }, () => {
    const fresh = mkdtempSync(join(tmpdir(), 'made-names-'))
    execFileSync(process.execPath, [join(root, 'build/vocabulary/make-names.ts'), fresh])
    for (const { code } of languages)
      expect(
        readFileSync(join(fresh, `${code}.json`), 'utf8') === readFileSync(join(folder, `${code}.json`), 'utf8'),
        code,
      ).toBe(true)
    rmSync(fresh, { recursive: true })
  })
})

describe('making names', () => {
  test('short names lose remarks; two words for one thing are refused', () => {
    expect(cleanName('skorpionas (gyvūnas)', 'lt')).toBe('skorpionas')
    expect(cleanName('केला, फल', 'hi')).toBe('केला')
    for (const name of ['Polizist(in)', 'tanár / tanárnő', 'лупа, наклоненная влево', undefined])
      expect(cleanName(name, 'ru')).toBeUndefined()
  })

  test('Serbian becomes Latin letter by letter', () => {
    expect(serbianToLatin('Љубичаста кошница, џез, њушка')).toBe('Ljubičasta košnica, džez, njuška')
  })

  test('Klingon becomes pIqaD; ngh is n and gh', () => {
    expect(klingonToPiqad('tlhIngan Hol')).toBe('\uF8E4\uF8D7\uF8DC\uF8D0\uF8DB \uF8D6\uF8DD\uF8D9')
    expect(klingonToPiqad("Hongha'")).toBe('\uF8D6\uF8DD\uF8DB\uF8D5\uF8D0\uF8E9')
    expect(() => klingonToPiqad('fox')).toThrow('not Klingon')
  })
})
