import { type FindField, findField as findAnyField } from './fields.ts'
import { field as fieldNode, type Span } from './nodes.ts'
import { print } from './print.ts'
import { readSentence } from './sentence.ts'
import { tokenize } from './parse.ts'

/** What a person is writing at the caret, and which part of the text a completion replaces. */
export type Completion = Span & {
  /** The field whose value is being written; null for a word, which may become the name of a field. */
  readonly field: string | null
  /** The text so far, without quotation marks. */
  readonly text: string
}

/** What can be completed at a caret (position in UTF-16 units); null within brackets, operators and white space. */
export function completionAt(text: string, caret: number, findField: FindField = findAnyField): Completion | null {
  const token = tokenize(text, findField).find(({ from, to }) => from < caret && caret <= to)
  if (token === undefined) return null
  if (token.kind === 'word') return { field: null, text: token.text, from: token.from, to: token.to }
  if (token.kind !== 'field') return null
  return { field: token.field.name, text: token.values.at(-1) ?? '', from: token.from, to: token.to }
}

/** The text with the chosen value in the field that is being written, and the new position of the caret. */
export function completeValue(text: string, at: Completion, value: string): { text: string; caret: number } {
  const token = tokenize(text, findAnyField).find(({ from }) => from === at.from)
  const [values, comparison] = token?.kind === 'field' ? [token.values, token.comparison] : [[''], ':' as const]
  return replace(text, at, print([fieldNode(at.field ?? '', [...values.slice(0, -1), value], comparison)]))
}

/** The text with the chosen field name in place of the word that is being written: `cam` becomes `camera:`. */
export function completeFieldName(text: string, at: Completion, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, at.from)}${name}:`
  return { text: before + text.slice(at.to), caret: before.length }
}

/** Adjacent words around a caret, or a phrase, which may be meant as a sentence. */
export type WrittenSentence = Span & { readonly text: string }

/** The sentence at a caret: at least two adjacent plain words, or a phrase; null if there is none. */
export function sentenceAt(text: string, caret: number): WrittenSentence | null {
  const tokens = tokenize(text, findAnyField)
  const place = tokens.findIndex(({ from, to }) => from < caret && caret <= to)
  const token = tokens[place]
  if (token?.kind === 'phrase') return readSentence(token.text) && { text: token.text, from: token.from, to: token.to }
  if (token?.kind !== 'word') return null
  let [first, last] = [place, place]
  while (tokens[first - 1]?.kind === 'word') first--
  while (tokens[last + 1]?.kind === 'word') last++
  const words = tokens.slice(first, last + 1).flatMap((each) => (each.kind === 'word' ? [each.text] : []))
  const written = words.join(' ')
  if (words.length < 2 || readSentence(written) === null) return null
  return { text: written, from: tokens[first]!.from, to: tokens[last]!.to }
}

/** The text with `shows:` and the sentence in place of its words. */
export function completeSentence(text: string, at: WrittenSentence): { text: string; caret: number } {
  return replace(text, at, print([fieldNode('shows', [at.text])]))
}

/** Replaces a part of a text by a term and a space. */
function replace(text: string, { from, to }: Span, term: string): { text: string; caret: number } {
  const rest = text.slice(to)
  const before = text.slice(0, from) + term
  return { text: `${before}${rest.startsWith(' ') ? '' : ' '}${rest}`, caret: before.length + 1 }
}
