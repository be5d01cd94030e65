import { sentences, type SentenceKey, templateOf } from './sentences.ts'
import { counted, parseTemplate, type Piece } from './template.ts'

/** A sentence of the library that was known again by its template. */
export type KnownSentence = { key: SentenceKey; values: Record<string, string | number> }

type Matcher = { key: SentenceKey; pattern: RegExp; places: readonly Piece[]; weight: number; firstWord: string }

/** Letters that a pattern must not take for its signs. */
const plain = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** A sentence may stand with or without its full stop, as a part of others it has none. */
export const withoutStop = (text: string): string => (text.endsWith('.') ? text.slice(0, -1) : text)

const either = (texts: readonly string[]): string =>
  [...texts]
    .toSorted((a, b) => b.length - a.length)
    .map(plain)
    .join('|')

function patternOf(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return plain(piece.text)
    case 'number': {
      const nouns = counted[piece.name]
      return nouns === undefined ? String.raw`(-?[\d,]+)` : String.raw`(-?[\d,]+) (?:${either(nouns)})`
    }
    case 'plural':
      return `(?:${either(Object.values(piece.options))})`
    case 'select':
      return `(${either(Object.values(piece.options))})`
    default:
      return '([^]+?)'
  }
}

/** How many letters of a sentence are the template's own: the more, the surer it is. */
function weightOf(piece: Piece): number {
  if (piece.kind === 'text') return piece.text.length
  if (piece.kind === 'value') return 0
  if (piece.kind === 'number') return counted[piece.name]?.[0].length ?? 1

  return Math.min(...Object.values(piece.options).map((text) => text.length))
}

function matcherOf(key: SentenceKey): Matcher {
  const pieces = parseTemplate(withoutStop(templateOf(key)))
  const [first] = pieces
  const word = first?.kind === 'text' ? (/^\S+(?=\s|$)/.exec(first.text)?.[0] ?? '') : ''
  return {
    key,
    pattern: new RegExp(`^${pieces.map(patternOf).join('')}$`, 'u'),
    places: pieces.filter(({ kind }) => kind !== 'text' && kind !== 'plural'),
    weight: pieces.reduce((sum, piece) => sum + weightOf(piece), 0),
    // A word that ends where a place begins is only the beginning of one.
    firstWord: first?.kind === 'text' && (word.length < first.text.length || pieces.length === 1) ? word : '',
  }
}

/** By the first word, the surest first; those that begin with a place stand under the empty one. */
let matchers: ReadonlyMap<string, readonly Matcher[]> | undefined

function allMatchers(): ReadonlyMap<string, readonly Matcher[]> {
  const all = Object.entries(sentences).flatMap(([area, texts]) =>
    Object.keys(texts).map((name) => matcherOf(`${area}.${name}` as SentenceKey)),
  )
  return Map.groupBy(
    all.toSorted((a, b) => b.weight - a.weight),
    ({ firstWord }) => firstWord,
  )
}

/**
 * Every template that a sentence may be made by, the surest first, with the values in its places. Its full stop counts
 * for nothing.
 */
export function* recognise(sentence: string): Generator<KnownSentence> {
  matchers ??= allMatchers()
  const text = withoutStop(sentence)
  const candidates = [...(matchers.get(/^\S*/.exec(text)?.[0] ?? '') ?? []), ...(matchers.get('') ?? [])]
  for (const { key, pattern, places } of candidates) {
    const found = pattern.exec(text)
    if (found === null) continue
    yield { key, values: Object.fromEntries(places.map((piece, at) => valueOf(piece, found[at + 1] ?? ''))) }
  }
}

function valueOf(piece: Piece, text: string): [string, string | number] {
  if (piece.kind === 'text') return ['', '']
  if (piece.kind === 'number') return [piece.name, Number(text.replaceAll(',', ''))]
  if (piece.kind !== 'select') return [piece.name, text]
  return [piece.name, Object.entries(piece.options).find(([, option]) => option === text)?.[0] ?? text]
}
