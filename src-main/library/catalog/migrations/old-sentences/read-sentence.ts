import { oldFieldWords, oldTemplates } from './old-templates.ts'

// A copy of what read English sentences while they were stored as text. It never changes with the program.

/** A text as it is stored: a sentence by its key, with what stands in its places. */
export type OldText = { key: string; values?: Record<string, OldValue> }
type OldValue = string | number | OldText | OldText[]

type Options = Readonly<Record<string, string>>
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'value' | 'number'; name: string }
  | { kind: 'plural' | 'select'; name: string; options: Options }
type Matcher = { key: string; lazy: RegExp; greedy: RegExp; pieces: readonly Piece[] }
type Match = { key: string; values: Record<string, string | number> }

const counted: Readonly<Record<string, readonly [one: string, more: string]>> = {
  photos: ['photo', 'photos'],
  faces: ['face', 'faces'],
  files: ['file', 'files'],
  stars: ['star', 'stars'],
}
/** Places that held another sentence. */
const NESTED: ReadonlySet<string> = new Set(['what', 'reason', 'source'])
/** Two places have other names now, since the sentence in them keeps its full stop. */
const renamed: Readonly<Record<string, string>> = { 'models.notInstalled': 'sentence', 'files.notMoved': 'sentence' }
const fields = new Map(Object.entries(oldFieldWords).map(([field, words]) => [words, field]))

/**
 * The text that a stored sentence was written from, or the same letters as a foreign text if that is not certain: if no
 * template or several fit, or if names in it could begin and end at several places. In English each reads as before.
 */
export function readSentence(sentence: string): OldText {
  return readLines(sentence) ?? readAll(sentence) ?? { key: 'texts.foreign', values: { text: sentence } }
}

/** What the painter painted with: `“sea”, 3 stars, no flag`. */
export function readBrush(brush: string): OldText[] {
  const parts = brush.split(/, (?=[“\d]|the label|no |picked|rejected)/).map(readWhole)
  return parts.includes(null) ? [{ key: 'texts.foreign', values: { text: brush } }] : (parts as OldText[])
}

/** Sentences on lines of their own; null where that is none, or one of them is not known. */
function readLines(text: string): OldText | null {
  if (!text.includes('\n')) return null
  const lines = text.split('\n').map(readWhole)
  return lines.includes(null) ? null : { key: 'texts.lines', values: { lines: lines as OldText[] } }
}

/** One sentence, or several that follow one another. */
function readAll(text: string): OldText | null {
  const whole = readWhole(text)
  if (whole !== null) return whole
  for (let at = text.indexOf('. '); at >= 0; at = text.indexOf('. ', at + 1)) {
    // The first one has its own full stop, or the stop only joined the two.
    const first = readWhole(text.slice(0, at + 1)) ?? readWhole(text.slice(0, at))
    const rest = first === null ? null : readAll(text.slice(at + 2))
    if (first === null || rest === null) continue
    const more = rest.key === 'texts.several' ? (rest.values?.['sentences'] as OldText[]) : [rest]
    return { key: 'texts.several', values: { sentences: [first, ...more] } }
  }
  return null
}

function readWhole(text: string): OldText | null {
  const [match, other] = matchesOf(text)
  return match === undefined || other !== undefined ? null : toText(match)
}

function toText({ key, values }: Match): OldText {
  const entries = Object.entries(values).map(([name, value]): [string, OldValue] => {
    if (typeof value === 'number') return [name, value]
    if (name === 'field') return [name, fields.get(value) ?? value]
    if (key.startsWith('keywords.merged') && name === 'names') return [name, readBrush(value)]
    if (name === 'brush') return [name, readBrush(value)]
    if (name === 'reasons') return [name, value.split('; ').map(readReason)]
    if (!NESTED.has(name)) return [name, value]
    // A full stop in the middle of a sentence was taken off the sentence within.
    const nested = readAll(value) ?? readAll(`${value}.`)
    return [renamed[key] ?? name, nested ?? value]
  })
  return entries.length === 0 ? { key } : { key, values: Object.fromEntries(entries) }
}

/** Why one of several addresses failed: `models.org: the connection was cut`. */
function readReason(text: string): OldText {
  const [, host = '', reason = ''] = /^(\S+): (.+)$/.exec(text) ?? []
  const known = reason === '' ? null : readWhole(reason)
  if (known === null) return { key: 'texts.foreign', values: { text } }
  return { key: 'network.ofHost', values: { host, reason: known } }
}

/** Every template that makes exactly this sentence, each with the only values that do; none where several values do. */
function matchesOf(sentence: string): Match[] {
  const fixed = Object.keys(oldTemplates).find((key) => oldTemplates[key] === sentence)
  if (fixed !== undefined) return [{ key: fixed, values: {} }]
  const found: Match[] = []
  for (const { key, lazy, greedy, pieces } of allMatchers()) {
    const [first, last] = [lazy.exec(sentence), greedy.exec(sentence)]
    if (first === null || last === null) continue
    // The shortest and the longest values are the same where no others are possible.
    if (first.some((group, at) => group !== last[at])) return []
    const values = valuesIn(pieces, first)
    if (write(pieces, values) === sentence) found.push({ key, values })
  }
  // The same sentence stands under two names where it is said in two parts of the program: either will do.
  const [one] = found
  return one !== undefined && found.every(({ key }) => oldTemplates[key] === oldTemplates[one.key]) ? [one] : []
}

let matchers: readonly Matcher[] | undefined

function allMatchers(): readonly Matcher[] {
  matchers ??= Object.entries(oldTemplates).map(([key, template]) => {
    const pieces = parse(template)
    const patternOf = (isGreedy: boolean) =>
      new RegExp(`^${pieces.map((piece) => pattern(piece, isGreedy)).join('')}$`, 'u')
    return { key, lazy: patternOf(false), greedy: patternOf(true), pieces }
  })
  return matchers
}

const PLACE = /\{(\w+)(?:, (number|plural|select)(?:, ((?:\w+ \{[^{}]*\} ?)+))?)?\}/g
const OPTION = /(\w+) \{([^{}]*)\}/g

function parse(template: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const [whole, name = '', kind = 'value', options = ''] of template.matchAll(PLACE)) {
    const start = template.indexOf(whole, at)
    if (start > at) pieces.push({ kind: 'text', text: template.slice(at, start) })
    pieces.push(
      kind === 'plural' || kind === 'select'
        ? { kind, name, options: Object.fromEntries([...options.matchAll(OPTION)].map(([, key, text]) => [key, text])) }
        : { kind: kind === 'number' || name in counted ? 'number' : 'value', name },
    )
    at = start + whole.length
  }
  if (at < template.length) pieces.push({ kind: 'text', text: template.slice(at) })
  return pieces
}

/** Letters that a pattern must not take for its signs. */
const plain = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const either = (texts: readonly string[]): string =>
  [...texts]
    .toSorted((a, b) => b.length - a.length)
    .map(plain)
    .join('|')

function pattern(piece: Piece, isGreedy: boolean): string {
  if (piece.kind === 'text') return plain(piece.text)
  if (piece.kind === 'plural') return `(?:${either(Object.values(piece.options))})`
  if (piece.kind === 'select') return `(${either(Object.values(piece.options))})`
  if (piece.kind === 'value') return isGreedy ? '([^]+)' : '([^]+?)'
  const nouns = counted[piece.name]
  return nouns === undefined ? String.raw`(-?[\d,]+)` : String.raw`(-?[\d,]+) (?:${either(nouns)})`
}

function valuesIn(pieces: readonly Piece[], found: RegExpExecArray): Match['values'] {
  const places = pieces.filter(({ kind }) => kind !== 'text' && kind !== 'plural')
  return Object.fromEntries(
    places.map((piece, at): [string, string | number] => {
      const text = found[at + 1] ?? ''
      if (piece.kind === 'text') return ['', '']
      if (piece.kind === 'number') return [piece.name, Number(text.replaceAll(',', ''))]
      if (piece.kind !== 'select') return [piece.name, text]
      return [piece.name, Object.entries(piece.options).find(([, option]) => option === text)?.[0] ?? text]
    }),
  )
}

const write = (pieces: readonly Piece[], values: Match['values']): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : writePlace(piece, values[piece.name] ?? ''))).join('')

function writePlace(piece: Exclude<Piece, { kind: 'text' }>, value: string | number): string {
  if (piece.kind === 'value') return String(value)
  if (piece.kind === 'plural')
    return piece.options[Number(value) === 1 ? 'one' : 'other'] ?? piece.options['other'] ?? ''
  if (piece.kind === 'select') return piece.options[value] ?? piece.options['other'] ?? ''
  const number = Number(value).toLocaleString('en')
  const nouns = counted[piece.name]
  return nouns === undefined ? number : `${number} ${nouns[value === 1 ? 0 : 1]}`
}
