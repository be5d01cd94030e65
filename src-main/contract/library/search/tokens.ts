import type { FindField, SearchField } from './fields.ts'
import type { Comparison, Span } from './nodes.ts'

/** A token of a search. Positions are in UTF-16 units of the text. */
export type Token = Span &
  (
    | { readonly kind: 'open' | 'close' | 'minus' | 'or' | 'and' | 'not' }
    | {
        readonly kind: 'word'
        readonly text: string
        /** What looks like a field and is none. */ readonly unknownField?: string
      }
    | { readonly kind: 'phrase'; readonly text: string; readonly isClosed: boolean }
    | FieldToken
  )

export type FieldToken = Span & {
  readonly kind: 'field'
  readonly field: SearchField
  readonly comparison: Comparison
  readonly values: readonly string[]
  /** True if the last value is in quotes. */
  readonly isQuoted: boolean
  readonly isClosed: boolean
}

type Read<T> = { value: T; to: number }

const SPECIAL = /[()"\\:<>=,-]/
const operators: ReadonlyMap<string, 'or' | 'and' | 'not'> = new Map([
  ['OR', 'or'],
  ['AND', 'and'],
  ['NOT', 'not'],
])
/** A name and the operator after it. */
const FIELD = /([\p{L}][\p{L}\p{N}-]*)(:(?:[<>]=?|=)?|[<>]=?|=)/uy
const SPACE = /\s/

/** Splits any text into tokens. */
export function tokenize(text: string, findField: FindField): Token[] {
  const tokens: Token[] = []
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const token = readToken(text, at, findField)
    tokens.push(token)
    at = token.to
  }
  return tokens
}

function readToken(text: string, from: number, findField: FindField): Token {
  const char = text.charAt(from)
  if (char === '(' || char === ')') return { kind: char === '(' ? 'open' : 'close', from, to: from + 1 }
  if (char === '-' && from + 1 < text.length && !SPACE.test(text.charAt(from + 1)))
    return { kind: 'minus', from, to: from + 1 }
  if (char === '"') {
    const { value, isClosed, to } = readQuoted(text, from)
    return { kind: 'phrase', text: value, isClosed, from, to }
  }
  return readField(text, from, findField) ?? readWordOrOperator(text, from)
}

function readField(text: string, from: number, findField: FindField): Token | null {
  FIELD.lastIndex = from
  const [whole = '', name = '', sign = ''] = FIELD.exec(text) ?? []
  if (whole === '') return null
  const field = findField(name)
  if (field === undefined) {
    const { value, to } = readWord(text, from)
    // An equals sign may be part of a name: `a=b` is a word like any other.
    return { kind: 'word', text: value, from, to, ...(sign === '=' ? {} : { unknownField: name }) }
  }
  const comparison = (sign.length > 1 && sign.startsWith(':') ? sign.slice(1) : sign) as Comparison
  return { kind: 'field', field, comparison, from, ...readValues(text, from + whole.length) }
}

/** Values separated by commas. The first one may follow the operator after a space. */
function readValues(text: string, from: number): Pick<FieldToken, 'values' | 'isQuoted' | 'isClosed' | 'to'> {
  const first = skipSpace(text, from)
  const isDistant = first > from && first < text.length && !/[()]/.test(text.charAt(first))
  const values: string[] = []
  let [at, isQuoted, isClosed] = [isDistant ? first : from, false, true]
  for (;;) {
    const isPhrase = text.charAt(at) === '"'
    const read = isPhrase ? readQuoted(text, at) : { ...readBare(text, at), isClosed: true }
    values.push(read.value)
    isQuoted = isPhrase
    isClosed &&= read.isClosed
    at = read.to
    if (text.charAt(at) !== ',' || at + 1 >= text.length || SPACE.test(text.charAt(at + 1))) break
    at++
  }
  // A comma at the end means that another value is about to be written.
  return { values, isQuoted, isClosed, to: text.charAt(at) === ',' ? at + 1 : at }
}

/** A value up to a comma, a space, a quotation mark or a bracket. */
function readBare(text: string, from: number): Read<string> {
  let to = from
  while (to < text.length && !/[\s,"()]/.test(text.charAt(to))) to++
  return { value: text.slice(from, to), to }
}

/** Within quotation marks, `\` escapes a quotation mark or itself; an unclosed quotation extends to the end. */
function readQuoted(text: string, from: number): Read<string> & { isClosed: boolean } {
  let value = ''
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') return { value, to: at + 1, isClosed: true }
    const isEscape = char === '\\' && /["\\]/.test(text.charAt(at + 1))
    value += isEscape ? text.charAt(++at) : char
  }
  return { value, to: text.length, isClosed: false }
}

function readWordOrOperator(text: string, from: number): Token {
  const { value, to } = readWord(text, from)
  const isPlain = text.slice(from, to) === value
  const operator = isPlain ? operators.get(value) : undefined
  return operator === undefined ? { kind: 'word', text: value, from, to } : { kind: operator, from, to }
}

/** `\` escapes a sign with a special meaning, or a word that would be an operator. */
function readWord(text: string, from: number): Read<string> {
  let value = ''
  let at = from
  for (; at < text.length && !/[\s()"]/.test(text.charAt(at)); at++) {
    const next = text.charAt(at + 1)
    const isEscape = text.charAt(at) === '\\' && next !== '' && !SPACE.test(next) && (at === from || SPECIAL.test(next))
    value += text.charAt(isEscape ? ++at : at)
  }
  return { value, to: at }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && SPACE.test(text.charAt(at))) at++
  return at
}
