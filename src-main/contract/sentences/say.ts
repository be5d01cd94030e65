import type { SentenceKey } from './sentences.ts'
import type { Text, TextValues } from './text.ts'

/** A sentence for people: `say('changes.rated', { photos: 12, stars: 3 })` reads `Rated 12 photos with 3 stars`. */
export const say = (key: SentenceKey, values?: TextValues): Text => (values === undefined ? { key } : { key, values })

/** Text by someone else, such as the system or another service: it is shown unchanged in every language. */
export const foreign = (text: string): Text => say('texts.foreign', { text })

/** Sentences that follow one another; one alone is itself. */
export function several(sentences: readonly Text[]): Text {
  const [only] = sentences
  return only !== undefined && sentences.length === 1 ? only : say('texts.several', { sentences })
}

/** Sentences on separate lines; a single one is itself. */
export function onLines(lines: readonly Text[]): Text {
  const [only] = lines
  return only !== undefined && lines.length === 1 ? only : say('texts.lines', { lines })
}
