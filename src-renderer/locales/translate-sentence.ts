import { fieldWords } from '../../src-main/contract/library/field-words.ts'
import { recognise, withoutStop, type KnownSentence } from '../../src-main/contract/sentences/recognise.ts'
import { perLocale, writeEnumeration } from './formats.ts'
import { type MessageKey, shownLanguage, t, translate, type MessageValues } from './messages.ts'

type Value = string | number

/** Places that hold a number and what is counted, by the text that writes both. */
const counts: Readonly<Record<string, MessageKey>> = {
  photos: 'words.photos',
  faces: 'people.faces',
  files: 'duplicates.files',
  stars: 'words.stars',
}
/** Places that hold a sentence of the library themselves. */
const within = ['what', 'reason', 'source']
const fields = new Map(Object.entries(fieldWords).map(([field, words]) => [words, field]))

const MOST_KEPT = 3000
/** What was told in the shown language already. */
const told = perLocale(() => new Map<string, string>())

/**
 * A sentence of the library, which writes English, in the language that is shown: a history entry, a reason, an error.
 * What no template makes is shown as it is. Called where it is shown, as `t` is.
 */
export function translateSentence(sentence: string): string {
  const kept = told()
  if (shownLanguage() === 'en' || sentence === '') return sentence
  const known = kept.get(sentence)
  if (known !== undefined) return known
  const text = tellLines(sentence) ?? tellAll(sentence) ?? tellInPart(sentence) ?? sentence
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(sentence, text)
  return text
}

/** Sentences that stand on lines of their own; null where one of them is not known, as a line of a long name is not. */
function tellLines(text: string): string | null {
  if (!text.includes('\n')) return null
  const lines = text.split('\n').map(tellAll)
  return lines.includes(null) ? null : lines.join('\n')
}

/** A sentence and, where that is none, several one after the other; null where any of them is not known. */
function tellAll(text: string): string | null {
  for (const known of recognise(text)) {
    const written = write(known, tellAll)
    if (written !== null) return likeStop(written, text)
  }
  for (let at = text.indexOf('. '); at >= 0; at = text.indexOf('. ', at + 1)) {
    const [first, rest] = [tellAll(text.slice(0, at)), tellAll(text.slice(at + 2))]
    if (first !== null && rest !== null) return likeStop(`${stopped(first)}${rest}`, text)
  }
  return null
}

/** What is known of it, where a reason within it is not: that is a system's, say. */
function tellInPart(text: string): string | null {
  for (const known of recognise(text)) {
    const written = write(known, translateSentence)
    if (written !== null) return likeStop(written, text)
  }
  return null
}

function write({ key, values }: KnownSentence, nested: (text: string) => string | null): string | null {
  const shown: MessageValues = {}
  for (const [name, value] of Object.entries(values)) {
    const text = within.includes(name) && typeof value === 'string' ? nested(value) : writeValue(name, value)
    if (text === null) return null
    shown[name] = typeof text === 'string' && within.includes(name) ? withoutEnd(text) : text
    if (name in counts) shown[`${name}Count`] = value
  }
  return translate(`sentences/${key}`, '', shown) || null
}

function writeValue(name: string, value: Value): Value {
  const count = counts[name]
  if (count !== undefined) return t(count, { count: Number(value) })
  if (name === 'field') {
    const field = fields.get(String(value))
    return field === undefined ? value : translate(`metadata.field.${field}`, String(value))
  }
  if (name === 'reasons') return String(value).split('; ').map(writeReason).join('; ')
  return name === 'brush' || name === 'names' ? writeBrush(String(value)) : value
}

/** With what the painter paints: `“sea”, 3 stars`; or several keywords. */
const writeBrush = (brush: string): string =>
  writeEnumeration(brush.split(/, (?=[“\d]|the label|no |picked|rejected)/).map(translateSentence))

/** Why one of several addresses failed: `models.org: the connection was cut`. */
const writeReason = (text: string): string => {
  const [, host = '', reason = ''] = /^(\S+: )(.+)$/.exec(text) ?? []
  return reason === '' ? text : `${host}${translateSentence(reason)}`
}

const full = (): string => (shownLanguage() === 'ja' ? '。' : '.')
const withoutEnd = (text: string): string => (text.endsWith('。') ? text.slice(0, -1) : withoutStop(text))
const stopped = (text: string): string => `${withoutEnd(text)}${full()}${shownLanguage() === 'ja' ? '' : ' '}`

/** With a full stop at its end where the library's sentence has one, without where it has none. */
const likeStop = (text: string, sentence: string): string =>
  sentence.endsWith('.') ? `${withoutEnd(text)}${full()}` : withoutEnd(text)
