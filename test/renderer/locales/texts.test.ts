import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { english } from '../../../src-renderer/locales/english.ts'
import { sentences } from '../../../src-main/contract/sentences/sentences.ts'
import { isCounted } from '../../../src-main/contract/sentences/write-text.ts'
import { searchFields } from '../../../src-main/contract/library/search/fields.ts'
import { shortcuts } from '../../../src-renderer/navigation/shortcuts.ts'
import { windowLanguages } from '../../../src-renderer/locales/window-languages.ts'

type Area = Record<string, string>
type Node = { type: number; value?: string; options?: Record<string, { value: Node[] }>; pluralType?: string }

const files = import.meta.glob<Area>('../../../src-renderer/locales/messages/*/**/*.json', {
  eager: true,
  import: 'default',
})
const textsOf = (language: string, area: string): Area =>
  files[`../../../src-renderer/locales/messages/${language}/${area}.json`] ?? {}
const others = windowLanguages.map(({ code }) => code).filter((code) => code !== 'en')
/** The English of shortcuts is in their table. */
const shortcutWords = Object.fromEntries(shortcuts.map(({ action, what }) => [action, what]))
/** The English of the library's sentences is in the library's own list. */
const sentenceAreas = Object.fromEntries(
  Object.entries(sentences).map(([area, texts]) => [`sentences/${area}`, texts as Area]),
)
/** Like that of a search's fields. */
const fieldWords = Object.fromEntries(Object.values(searchFields).map(({ name, title }) => [name, title]))
const all = { ...english, ...sentenceAreas, shortcuts: shortcutWords, searchFields: fieldWords }
const areas = Object.entries(all) as unknown as [string, Area][]

const SELECT = 5
const PLURAL = 6
const PLACES = [1, 2, 3, 4, SELECT, PLURAL]

/** Every part of a message, including those within plurals. */
const partsOf = (text: string, language: string): Node[] => {
  const inner = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node) => [node, ...Object.values(node.options ?? {}).flatMap(({ value }) => inner(value))])
  return inner(new IntlMessageFormat(text, language).getAst() as unknown as Node[])
}
/** Counts appear in sentences as a number (`photosCount`) or as a number and a noun (`photos`). */
const plainPlace = (name: string): string =>
  name.endsWith('Count') && isCounted(name.slice(0, -'Count'.length)) ? name.slice(0, -'Count'.length) : name
const placesOf = (text: string, language: string): string[] =>
  [
    ...new Set(
      partsOf(text, language).flatMap(({ type, value }) => (PLACES.includes(type) ? [plainPlace(value ?? '')] : [])),
    ),
  ].toSorted()

test('each language has the texts of English and no others', () => {
  for (const [area, texts] of areas)
    for (const language of others)
      expect(Object.keys(textsOf(language, area)).toSorted(), `${language}/${area}`).toEqual(
        Object.keys(texts).toSorted(),
      )
  const named = Object.keys(files).map((path) =>
    path
      .split(/\/messages\/[a-z]+\//)
      .at(-1)!
      .slice(0, -'.json'.length),
  )
  expect([...new Set(named)].filter((area) => !(area in all))).toEqual([])
})

test('a text has the same placeholders in each language, and is not empty', () => {
  for (const [area, texts] of areas)
    for (const [key, text] of Object.entries(texts))
      for (const language of others) {
        const theirs = textsOf(language, area)[key] ?? ''
        expect(theirs.trim(), `${language} ${area}.${key}`).not.toBe('')
        expect(placesOf(theirs, language), `${language} ${area}.${key}`).toEqual(placesOf(text, 'en'))
      }
})

test('plurals have the forms that their language needs', () => {
  const forms = (language: string): string[] =>
    [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].toSorted()
  for (const [area] of areas)
    for (const language of others)
      for (const [key, text] of Object.entries(textsOf(language, area)))
        for (const { type, options = {} } of partsOf(text, language))
          if (type === PLURAL) {
            const given = Object.keys(options).filter((form) => !form.startsWith('='))
            expect(given.toSorted(), `${language} ${area}.${key}`).toEqual(forms(language))
          }
})
