import { singularsOf } from '../../catalog/vocabulary/singulars.ts'
import type { FilterSource } from './filter.ts'
import { quoted } from './name-search.ts'
import { CERTAIN_LEVEL } from '../../catalog/codecs/entries.ts'
import { type Bits, unite } from '../columns/bits.ts'
import type { Slices } from '../columns/slices.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { countEntries, withEntries } from './entries.ts'

/**
 * Tags that a word means: with a name or a level that begins like it, or of a concept with such a name in English or in
 * the person's language.
 */
export function tagsOfWord(source: FilterSource, word: string): Set<number> {
  const { names, vocabulary } = source.context
  const { concepts } = names.beginning(word, source.language)
  return new Set([
    ...source.texts.ids('tag_text', `name : ${quoted(word)} *`),
    ...vocabulary.tagsOfConcepts(concepts),
    ...tagsThatCameWith(source, word),
    ...keywordsCalled(source, `${quoted(word)} *`),
  ])
}

/** Tags with these whole words, in this order, in a name in English or in the person's language. */
export function tagsOfPhrase(source: FilterSource, text: string): Set<number> {
  const { names, vocabulary } = source.context
  return new Set([
    ...source.texts.ids('tag_text', `name : ${quoted(text)}`),
    ...vocabulary.tagsOfConcepts(names.containing(text, source.language)),
    ...tagsThatCameWith(source, text),
    ...keywordsCalled(source, quoted(text)),
  ])
}

/** Keywords with a matching synonym, and those below them. */
const keywordsCalled = ({ context: { vocabulary }, texts }: FilterSource, term: string): number[] =>
  texts.ids('keyword_text', term).flatMap((id) => vocabulary.tagsBelow(id))

/**
 * The singular of an English plural, to be found as a whole word: none if the word itself is a name, such as `glasses`.
 */
export function singularsMeant({ context: { names }, language }: FilterSource, word: string): readonly string[] {
  const singulars = singularsOf(word)
  return singulars.length === 0 || names.beginning(word, language).isWord ? [] : singulars
}

/** Tags of a service for things outside the vocabulary, by their full names. */
function tagsThatCameWith({ context: { vocabulary }, texts }: FilterSource, text: string): number[] {
  return texts.ids('tag_text', `synonyms : ${quoted(text)}`).filter((id) => !vocabulary.tagConcept(id))
}

/** The meaning of some words in languages other than English and the person's. */
export type Elsewhere = {
  /** Tags of the one thing that they mean; empty if they mean several, or nothing. */
  tags: ReadonlySet<number>
  /** Possible meanings, in the person's language; if there are several, none is taken. */
  meanings: readonly string[]
}

const NOTHING: Elsewhere = { tags: new Set(), meanings: [] }

/**
 * The rule for other languages: words count only as the full name of a thing, only if they mean nothing in English,
 * including as a plural, nor in the person's language, and only if all languages with them agree on the meaning. `gato`
 * is a cat in Spanish and a cake in Haitian Creole, and so is neither until one of the two is chosen.
 */
export function meaningElsewhere(
  { context: { names, vocabulary }, language, texts }: FilterSource,
  text: string,
): Elsewhere {
  if (/\d/.test(text)) return NOTHING
  // The library's own tag words are in memory; names in all languages are read only if one of them matches.
  if (!texts.has('tag_text', `synonyms : ${quoted(text)}`)) return NOTHING
  if ([text, ...singularsOf(text)].some((each) => names.beginning(each, language).isWord)) return NOTHING
  const { concepts, isOne } = names.elsewhere(text)
  const meanings = concepts.map((concept) => names.conceptLabel(concept, concept.replaceAll('-', ' '), language))
  return { tags: isOne ? new Set(vocabulary.tagsOfConcepts(new Set(concepts))) : new Set(), meanings }
}

/**
 * Photos of a set with any of these tags at a sufficient level; for a switched-off tag, those where a person or a file
 * gave it.
 */
export function* withTags(
  { index, minLevel, ownOnlyTags }: FilterSource,
  ids: ReadonlySet<number>,
  among: Bits = index.live,
): Slices<Bits> {
  if (ids.size === 0) return index.noSlots()
  const lists = index.lists(tagList)
  const [switchedOff, others] = [true, false].map((isOff) => [...ids].filter((id) => ownOnlyTags.has(id) === isOff))
  const found = yield* withEntries(among, lists, new Set(others), minLevel)
  if (switchedOff!.length > 0) unite(found, yield* withEntries(among, lists, new Set(switchedOff), CERTAIN_LEVEL))
  return found
}

/** How many photos have each tag, by the same rule. */
export function countTagEntries(
  photos: Bits,
  { index, minLevel, ownOnlyTags }: FilterSource,
): { id: number; count: number }[] {
  const lists = index.lists(tagList)
  const { slots } = index
  const counts = countEntries(lists, photos, { minLevel, slots })
  if (counts.every(({ id }) => !ownOnlyTags.has(id))) return counts
  const own = countEntries(lists, photos, { minLevel: CERTAIN_LEVEL, slots }).filter(({ id }) => ownOnlyTags.has(id))
  return [...counts.filter(({ id }) => !ownOnlyTags.has(id)), ...own]
}
