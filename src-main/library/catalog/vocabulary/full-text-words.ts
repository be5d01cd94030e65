import { wordsOf } from '../../../contract/fold-text.ts'

/**
 * A text as the tables of full text store it: the words of each of its forms, with spaces between them, at which alone
 * SQLite separates them. What words are is thereby defined once, for texts and for what a person types.
 */
export const fullTextWords = (text: string): string =>
  wordsOf(text)
    .map((words) => words.join(' '))
    .join(' ')

/** A question for full text: these words in this order. Nothing a person types is syntax there. */
export function fullTextOf(text: string, { isBegun = false }: { isBegun?: boolean } = {}): string {
  const phrases = wordsOf(text).map((words) => `"${words.join(' ')}"${isBegun ? ' *' : ''}`)
  return phrases.length === 1 ? phrases[0]! : `(${phrases.join(' OR ')})`
}
