import type { Language } from '../../../contract/analysis/language.ts'

/** Names of concepts and categories in all languages; the catalogue uses them as labels and to find tags. */
export type TagNames = {
  /** Changes with the names: tags stored under another version get their words again, once. */
  readonly version: string
  /** The name to show; English if the language has none. */
  conceptLabel(concept: string, name: string, language: Language): string
  /** Colours and broad words, which lists put last. */
  isListedLast(concept: string): boolean
  categoryLabel(categorizer: string, name: string, language: Language): string
  /** A base colour of the palette. */
  colorLabel(parent: string, language: Language): string
  /** Words that find a tag of this concept as a whole, in any language. */
  wordsOf(concept: string): readonly string[]
  /**
   * Concepts with a word that begins like this, in English or in the language; `isWord` if one of their names is this
   * text or ends with it as a word.
   */
  beginning(text: string, language: Language): { concepts: ReadonlySet<string>; isWord: boolean }
  /** Concepts with these whole words, in this order, in a name in English or in the language. */
  containing(text: string, language: Language): ReadonlySet<string>
  /**
   * Concepts whose whole name is this text in any language; `isOne` if they are one thing: one concept, or a concept
   * and kinds of it. It has a break after each language, since the first call reads all of them.
   */
  elsewhere(text: string): Generator<undefined, { concepts: readonly string[]; isOne: boolean }, undefined>
  /** Reads the vocabulary and the names of a language, with breaks: nothing that follows waits for a file. */
  read(language: Language): Generator<undefined, void, undefined>
  /** Every name in a language with its concept, categories left out; in English with the synonyms. */
  namesIn(language: Language): readonly { concept: string; text: string }[]
  /**
   * A concept's English name, its broader concepts, whether the engine may find it, and its place in the vocabulary,
   * where what is general comes first.
   */
  about(concept: string): { name: string; parents: readonly string[]; isFound: boolean; place: number }
}

/** For a catalogue without a vocabulary: every name stays unchanged. */
export const noTagNames: TagNames = {
  version: '',
  conceptLabel: (_concept, name) => name,
  isListedLast: () => false,
  categoryLabel: (_categorizer, name) => name,
  colorLabel: (parent) => parent,
  wordsOf: () => [],
  beginning: () => ({ concepts: new Set(), isWord: false }),
  containing: () => new Set(),
  *elsewhere() {
    yield
    return { concepts: [], isOne: false }
  },
  *read() {},
  namesIn: () => [],
  about: (concept) => ({ name: concept, parents: [], isFound: false, place: 0 }),
}
