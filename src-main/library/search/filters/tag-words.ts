import { singularsOf } from '../../catalog/vocabulary/singulars.ts'
import type { FilterSource } from './filter.ts'
import { quoted } from './name-search.ts'

/**
 * Tags that a word means: with a name or a level that begins so, or of a concept that is called so in English or in the
 * person's language.
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

/** Keywords with a synonym that fits, and those below them. */
const keywordsCalled = ({ context: { vocabulary }, texts }: FilterSource, term: string): number[] =>
  texts.ids('keyword_text', term).flatMap((id) => vocabulary.tagsBelow(id))

/**
 * What an English word is the plural of, to be found as a whole word: none where the word itself is what something is
 * called, such as `glasses`.
 */
export function singularsMeant({ context: { names }, language }: FilterSource, word: string): readonly string[] {
  const singulars = singularsOf(word)
  return singulars.length === 0 || names.beginning(word, language).isWord ? [] : singulars
}

/** Tags of a service for things that the vocabulary does not know, by the whole names that came with them. */
function tagsThatCameWith({ context: { vocabulary }, texts }: FilterSource, text: string): number[] {
  return texts.ids('tag_text', `synonyms : ${quoted(text)}`).filter((id) => !vocabulary.tagConcept(id))
}

/** What some words mean in languages that are neither English nor the person's. */
export type Elsewhere = {
  /** Tags of the one thing that they mean; empty where they mean several, or nothing. */
  tags: ReadonlySet<number>
  /** What they may mean, as the person reads it; of several things none is taken. */
  meanings: readonly string[]
}

const NOTHING: Elsewhere = { tags: new Set(), meanings: [] }

/**
 * The rule for other languages: words count there only as the whole name of a thing, only where they mean nothing in
 * English, as a plural neither, and in the person's language, and only where all languages that have them mean the same thing. `gato` is a cat
 * in Spanish and a cake in Haitian Creole, and so is neither until one of the two is chosen.
 */
export function meaningElsewhere(
  { context: { names, vocabulary }, language, texts }: FilterSource,
  text: string,
): Elsewhere {
  if (/\d/.test(text)) return NOTHING
  // The words of the library's own tags are at hand; names in all languages are only read where one of them fits.
  if (!texts.has('tag_text', `synonyms : ${quoted(text)}`)) return NOTHING
  if ([text, ...singularsOf(text)].some((each) => names.beginning(each, language).isWord)) return NOTHING
  const { concepts, isOne } = names.elsewhere(text)
  const meanings = concepts.map((concept) => names.conceptLabel(concept, concept.replaceAll('-', ' '), language))
  return { tags: isOne ? new Set(vocabulary.tagsOfConcepts(new Set(concepts))) : new Set(), meanings }
}
