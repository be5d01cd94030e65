import { fieldWords, isTextField } from './field-words.ts'
import { type SentenceKey, templateOf } from './sentences.ts'
import { parseTemplate, type Piece } from './parse-template.ts'
import type { Text, TextValue } from './text.ts'

/** The values of a template's placeholders, once all texts in it are written. */
export type WrittenValues = Record<string, string | number>

/** How a language writes texts. */
export type Language = {
  fill: (key: SentenceKey, values: WrittenValues) => string
  /** A number with what is counted: `5,240 photos`. */
  count: (noun: CountedNoun, count: number) => string
  /** The name of a text field: `creator’s city`. */
  field: (field: string) => string
  enumerate: (items: readonly string[]) => string
  /** The end of a sentence, and the beginning of the next one. */
  stop: string
  gap: string
}

/** Places that hold a number and what is counted. A template finds the number alone under `photosCount`. */
const countedNouns = ['photos', 'faces', 'files', 'stars'] as const
export type CountedNoun = (typeof countedNouns)[number]
export const isCounted = (name: string): name is CountedNoun => (countedNouns as readonly string[]).includes(name)

/**
 * A text in a language. A text within another one loses its full stop, unless its placeholder is called `sentence`;
 * several in a placeholder called `sentences` follow one another, in `lines` they are on separate lines, and otherwise
 * they are listed.
 */
export function writeText(text: Text, language: Language): string {
  const entries = Object.entries(text.values ?? {})
  const [first] = entries
  // A placeholder alone is its value.
  if (entries.length === 1 && first !== undefined && templateOf(text.key) === `{${first[0]}}`) {
    const [name, value] = first
    return String(writeValue(name, value, language))
  }
  const written: WrittenValues = {}
  for (const [name, value] of entries) {
    written[name] = writeValue(name, value, language)
    if (isCounted(name)) written[`${name}Count`] = Number(value)
  }
  return language.fill(text.key, written)
}

function writeValue(name: string, value: TextValue, language: Language): string | number {
  if (typeof value === 'string') return name === 'field' ? language.field(value) : value
  if (typeof value === 'number') return isCounted(name) ? language.count(name, value) : value
  if (!isList(value)) return name === 'sentence' ? writeText(value, language) : writePart(value, language)
  if (name === 'lines') return value.map((line) => writeText(line, language)).join('\n')
  if (name === 'sentences') return writeSentences(value, language)
  const parts = value.map((part) => writePart(part, language))
  return name === 'reasons' ? parts.join('; ') : language.enumerate(parts)
}

const isList = (value: Text | readonly Text[]): value is readonly Text[] => Array.isArray(value)

const writeSentences = (sentences: readonly Text[], language: Language): string =>
  sentences
    .map((sentence, at) => {
      if (at === sentences.length - 1) return writeText(sentence, language)
      const part = writePart(sentence, language)
      return `${part}${/[.!?…。]$/.test(part) ? '' : language.stop}${language.gap}`
    })
    .join('')

const writePart = (text: Text, language: Language): string => {
  const written = writeText(text, language)
  return hasStop(text) && written.endsWith(language.stop) ? written.slice(0, -language.stop.length) : written
}

/** Whether a full stop at the end is the sentence’s own, and not one of a name in it. */
function hasStop({ key, values = {} }: Text): boolean {
  const { text } = values
  if (key === 'texts.foreign') return typeof text === 'string' && text.endsWith('.')
  const { sentence, sentences = [], lines = [] } = values as Record<string, Text | Text[]>
  const last = [sentence ?? [], sentences, lines].flat().at(-1)
  const template = templateOf(key)
  return last !== undefined && /\{(sentence|sentences|lines)\}$/.test(template) ? hasStop(last) : template.endsWith('.')
}

/** A text in English, for the command line, the log, and reports that people read as files; `''` for none. */
export const inEnglish = (text: Text | null | undefined): string => (text ? writeText(text, english) : '')

/** The same for the possible values of a text's placeholder. */
export const valueInEnglish = (value: TextValue): string => String(writeValue('sentence', value, english))

const nouns: Readonly<Record<CountedNoun, readonly [one: string, more: string]>> = {
  photos: ['photo', 'photos'],
  faces: ['face', 'faces'],
  files: ['file', 'files'],
  stars: ['star', 'stars'],
}

const english: Language = {
  fill: (key, values) =>
    piecesOf(key)
      .map((piece) => fillPiece(piece, values))
      .join(''),
  count: (noun, count) => `${count.toLocaleString('en')} ${nouns[noun][count === 1 ? 0 : 1]}`,
  field: (field) => (isTextField(field) ? fieldWords[field] : field),
  enumerate: (items) => items.join(', '),
  stop: '.',
  gap: ' ',
}

const parsed = new Map<SentenceKey, Piece[]>()

function piecesOf(key: SentenceKey): Piece[] {
  const pieces = parsed.get(key) ?? parseTemplate(templateOf(key))
  parsed.set(key, pieces)
  return pieces
}

function fillPiece(piece: Piece, values: WrittenValues): string {
  if (piece.kind === 'text') return piece.text
  const value = values[piece.name] ?? ''
  if (piece.kind === 'number') return Number(value).toLocaleString('en')
  if (piece.kind === 'plural')
    return (Number(value) === 1 ? piece.options['one'] : undefined) ?? piece.options['other'] ?? ''
  if (piece.kind === 'select') return piece.options[value] ?? piece.options['other'] ?? ''
  return String(value)
}
