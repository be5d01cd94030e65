import type { Language } from '../../../contract/analysis/language.ts'

/**
 * What concepts and categories are called in languages; the catalogue asks it for labels and for words to find tags by.
 */
export type TagNames = {
  /** Changes with the names: tags kept under another version get their words anew, once. */
  readonly version: string
  /** The name to show; the English one where the language has none. */
  conceptLabel(concept: string, name: string, language: Language): string
  /** Colours and broad words, which lists put after what says more of a photo. */
  isListedLast(concept: string): boolean
  categoryLabel(categorizer: string, name: string, language: Language): string
  /** A base colour of the palette. */
  colorLabel(parent: string, language: Language): string
  /** Words under which a tag of this concept is found as a whole, in any language. */
  wordsOf(concept: string): readonly string[]
  /**
   * Concepts with a word that begins so, in English or in the language; `isWord` where one of their names is this text
   * or ends with it as a word.
   */
  beginning(text: string, language: Language): { concepts: ReadonlySet<string>; isWord: boolean }
  /** Concepts with these whole words, in this order, in a name in English or in the language. */
  containing(text: string, language: Language): ReadonlySet<string>
  /**
   * Concepts whose whole name is this text in any language; `isOne` where that is one thing: one concept, or one of them
   * and kinds of it.
   */
  elsewhere(text: string): { concepts: readonly string[]; isOne: boolean }
}

/** For a catalogue without a vocabulary: everything is called what it is called. */
export const noTagNames: TagNames = {
  version: '',
  conceptLabel: (_concept, name) => name,
  isListedLast: () => false,
  categoryLabel: (_categorizer, name) => name,
  colorLabel: (parent) => parent,
  wordsOf: () => [],
  beginning: () => ({ concepts: new Set(), isWord: false }),
  containing: () => new Set(),
  elsewhere: () => ({ concepts: [], isOne: false }),
}
