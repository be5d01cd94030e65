import type { Text } from '../../sentences/text.ts'
import { say } from '../../sentences/say.ts'
import { checkField } from './check.ts'
import { type FindField, findField as findAnyField, type SearchField } from './fields.ts'
import { type FieldNode, not, phrase, type SearchNode, type Span, word, type Comparison } from './nodes.ts'
import { problemAt, type ProblemCode, type SearchProblem } from './problems.ts'
import { isNumericDate } from './print.ts'
import { isDate } from './dates.ts'

/** A search as it was understood. All terms must match. */
export type ParsedSearch = {
  readonly terms: readonly SearchNode[]
  /** From left to right; they name everything that was ignored. */
  readonly problems: readonly SearchProblem[]
  /** The position of each node in the text. */
  readonly spans: ReadonlyMap<SearchNode, Span>
}

/**
 * Parses any text as a search; never throws. Adjacent terms must all match. `OR` binds more tightly, as in web
 * searches, so that an additional word always narrows the search.
 */
export function parse(text: string, findField: FindField = findAnyField): ParsedSearch {
  const parser = new Parser(text, tokenize(text, findField))
  return parser.parse()
}

/** Maximum depth of nested brackets; nobody writes more by hand. */
const MAX_DEPTH = 40
/** Maximum number of words in a date: "20 march 2024 to 3 april 2024". */
const MAX_DATE_WORDS = 7
const HAS_LETTER = /[\p{L}\p{N}\p{Co}]/u

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #problems: SearchProblem[] = []
  readonly #spans = new Map<SearchNode, Span>()
  #at = 0
  #depth = 0
  #and: Token | null = null
  #hasOr = false

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text
    this.#tokens = tokens
  }

  parse(): ParsedSearch {
    const terms: SearchNode[] = []
    for (;;) {
      terms.push(...this.#parseAll())
      const extra = this.#next()
      if (extra === undefined) break
      this.#note(extra, 'dangling', say('search.strayBracket'))
    }
    if (this.#and !== null && this.#hasOr) this.#note(this.#and, 'and-or', say('search.orBesideAnd'))
    return { terms, problems: this.#problems.toSorted((a, b) => a.from - b.from), spans: this.#spans }
  }

  /** All terms up to a closing bracket or the end. */
  #parseAll(): SearchNode[] {
    const terms: SearchNode[] = []
    for (let token = this.#peek(); token !== undefined && token.kind !== 'close'; token = this.#peek()) {
      const node = this.#parseAny()
      if (node !== null) terms.push(node)
    }
    return terms
  }

  /** One term, or several joined by OR. */
  #parseAny(): SearchNode | null {
    const nodes: SearchNode[] = []
    const from = this.#peek()?.from ?? 0
    for (;;) {
      const node = this.#parseNot()
      if (node !== null) nodes.push(node)
      const or = this.#peek()
      if (or?.kind !== 'or') break
      this.#at++
      if (nodes.length === 0 || !this.#startsTerm()) this.#noteDangling(or)
      else this.#hasOr = true
      if (!this.#startsTerm()) break
    }
    const [first = null] = nodes
    return nodes.length < 2 ? first : this.#place({ type: 'any', nodes }, { from, to: this.#end() })
  }

  /** A term after any number of `-` or NOT; null if there is none. */
  #parseNot(): SearchNode | null {
    const signs: Token[] = []
    for (let token = this.#peek(); token?.kind === 'minus' || token?.kind === 'not'; token = this.#peek()) {
      signs.push(token)
      this.#at++
    }
    const node = this.#parseOne()
    if (node === null) signs.forEach((sign) => this.#noteDangling(sign))
    if (node === null || signs.length === 0) return node
    return signs.reduceRight((inner: SearchNode, { from }) => this.#place(not(inner), { from, to: this.#end() }), node)
  }

  #parseOne(): SearchNode | null {
    const token = this.#peek()
    if (token === undefined || token.kind === 'close' || token.kind === 'or') return null
    this.#at++
    if (token.kind === 'open') return this.#parseGroup(token)
    if (token.kind === 'word') return this.#parseWord(token)
    if (token.kind === 'phrase') return this.#parsePhrase(token)
    if (token.kind === 'field') return this.#parseField(token)
    if (token.kind === 'and') this.#noteAnd(token)
    return null
  }

  #parseWord({ text, unknownField, from, to }: Token & { kind: 'word' }): SearchNode {
    const span = { from, to }
    if (unknownField !== undefined)
      this.#note(span, 'unknown-field', say('search.unknownField', { name: unknownField, text }))
    else if (!HAS_LETTER.test(text)) this.#note(span, 'no-letters', say('search.noLetters', { text }))
    return this.#place(word(text), span)
  }

  #parsePhrase({ text, isClosed, ...span }: Token & { kind: 'phrase' }): SearchNode | null {
    if (!isClosed) this.#noteUnclosed(span)
    if (!HAS_LETTER.test(text)) this.#note(span, 'no-letters', say('search.emptyPhrase'))
    return text === '' ? null : this.#place(phrase(text), span)
  }

  #parseField(token: FieldToken): SearchNode {
    if (!token.isClosed) this.#noteUnclosed(token)
    const { values, to } = token.field.kind === 'date' ? this.#withWordsOfDate(token) : token
    const { comparison } = token
    const node: FieldNode = { type: 'field', field: token.field.name, comparison, values }
    const span = { from: token.from, to }
    for (const { code, message } of checkField(node, token.field)) this.#note(span, code, message)
    return this.#place(node, span)
  }

  /** A date in words may continue after a space: `date:last 30 days`. The longest date is taken. */
  #withWordsOfDate({ values, isQuoted, to }: FieldToken): { values: readonly string[]; to: number } {
    const [first = ''] = values
    if (isQuoted || values.length !== 1 || first === '' || isNumericDate(first)) return { values, to }
    let [text, best, taken] = [first, { values, to }, 0]
    for (let more = 0; more < MAX_DATE_WORDS; more++) {
      const token = this.#tokens[this.#at + more]
      if (token?.kind !== 'word') break
      text += ` ${token.text}`
      if (isDate(text)) [best, taken] = [{ values: [text], to: token.to }, more + 1]
    }
    this.#at += taken
    return best
  }

  #parseGroup(open: Token): SearchNode | null {
    if (this.#depth >= MAX_DEPTH) {
      this.#note(open, 'too-deep', say('search.tooDeep'))
      return null
    }
    this.#depth++
    const nodes = this.#parseAll()
    this.#depth--
    if (this.#peek()?.kind === 'close') this.#at++
    else this.#note(open, 'unclosed', say('search.openBracket'))
    const [first] = nodes
    if (first === undefined) this.#note({ from: open.from, to: this.#end() }, 'dangling', say('search.emptyBrackets'))
    if (first === undefined || nodes.length === 1) return first ?? null
    return this.#place({ type: 'all', nodes }, { from: open.from, to: this.#end() })
  }

  #noteAnd(token: Token): void {
    const before = this.#tokens[this.#at - 2]
    const isBetween = before !== undefined && before.kind !== 'open' && before.kind !== 'or' && this.#startsTerm()
    if (isBetween) this.#and ??= token
    else this.#noteDangling(token)
  }

  #noteDangling(token: Token): void {
    const written = this.#text.slice(token.from, token.to)
    this.#note(token, 'dangling', say('search.joinsNothing', { text: written }))
  }

  #noteUnclosed(span: Span): void {
    this.#note(span, 'unclosed', say('search.openQuotation'))
  }

  #note(span: Span, code: ProblemCode, message: Text): void {
    this.#problems.push(problemAt(this.#text, span, code, message))
  }

  #place<Node extends SearchNode>(node: Node, { from, to }: Span): Node {
    this.#spans.set(node, { from, to })
    return node
  }

  #startsTerm(): boolean {
    const kind = this.#peek()?.kind
    return kind !== undefined && kind !== 'close' && kind !== 'or' && kind !== 'and'
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }
  #next(): Token | undefined {
    return this.#tokens[this.#at++]
  }
  /** The end of what was last read. */
  #end(): number {
    return this.#tokens[this.#at - 1]?.to ?? 0
  }
}

// Tokens

/** A token of a search. Positions are in UTF-16 units of the text. */
type Token = Span &
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

type FieldToken = Span & {
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
