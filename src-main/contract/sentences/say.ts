import { sentences, type SentenceKey, templateOf } from './sentences.ts'
import { counted, parseTemplate, type Piece } from './template.ts'

/** What stands in the places of a sentence. */
export type SentenceValues = Readonly<Record<string, string | number>>

const pieces = new Map<SentenceKey, Piece[]>(
  Object.entries(sentences).flatMap(([area, texts]) =>
    Object.keys(texts).map((name) => {
      const key = `${area}.${name}` as SentenceKey
      return [key, parseTemplate(templateOf(key))] as const
    }),
  ),
)

/**
 * A sentence of the library, in English, for people: `say('changes.rated', { photos: 12, stars: 3 })` is `Rated 12 photos
 * with 3 stars`. The window knows it again by its template and shows it in the person's language.
 */
export function say(key: SentenceKey, values: SentenceValues = {}): string {
  return (pieces.get(key) ?? []).map((piece) => write(piece, values)).join('')
}

function write(piece: Piece, values: SentenceValues): string {
  if (piece.kind === 'text') return piece.text
  const value = values[piece.name] ?? ''
  switch (piece.kind) {
    case 'number':
      return writeNumber(Number(value), counted[piece.name])
    case 'plural':
      return (Number(value) === 1 ? piece.options.one : undefined) ?? piece.options.other ?? ''
    case 'select':
      return piece.options[value] ?? piece.options.other ?? ''
    default:
      return String(value)
  }
}

function writeNumber(value: number, nouns: readonly [string, string] | undefined): string {
  const number = value.toLocaleString('en')
  return nouns === undefined ? number : `${number} ${value === 1 ? nouns[0] : nouns[1]}`
}
