import { foldText } from '../../../contract/fold-text.ts'

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['men', 'man'],
  ['women', 'woman'],
  ['children', 'child'],
  ['mice', 'mouse'],
  ['geese', 'goose'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
])

/** Endings of plurals with those of the singular; the first matching line counts. */
const ENDINGS: readonly (readonly [plural: RegExp, singular: readonly string[]])[] = [
  [/ies$/, ['y', 'ie']],
  [/ves$/, ['f', 'fe', 've']],
  [/(?<=[sxzo]|[cs]h)es$/, ['', 'e']],
  [/(?<=[^siu])s$/, ['']],
]

/**
 * Possible singulars of an English word: `berry` and `berrie` for `berries`. Some are no words; empty if the word is no
 * plural.
 */
export function singularsOf(text: string): readonly string[] {
  const word = foldText(text)
  const irregular = IRREGULAR.get(word)
  if (irregular !== undefined) return [irregular]
  if (!/^[a-z]{4,}$/.test(word)) return []
  const [plural, singular] = ENDINGS.find(([ending]) => ending.test(word)) ?? []
  return plural === undefined ? [] : (singular ?? []).map((ending) => word.replace(plural, ending))
}
