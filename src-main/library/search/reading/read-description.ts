import type { Language } from '../../../contract/analysis/language.ts'
import type { Day } from '../../../contract/library/search/days.ts'
import { monthNames } from '../../../contract/library/search/date-words.ts'
import { readDate } from '../../../contract/library/search/dates.ts'
import { print } from '../../../contract/library/search/print.ts'
import { nearestWord } from '../../../contract/library/search/nearest-word.ts'
import { type Comparison, field, not, type SearchNode } from '../../../contract/library/search/nodes.ts'
import { normaliseName } from '../../../analysis/vocabulary/normalise-name.ts'
import type { TagNames } from '../../catalog/vocabulary/tag-names.ts'
import { type Lexicon, type Meaning, type Role, type Season, seasons } from './lexicon.ts'
import { UNSPACED } from './inflections.ts'
import { type Token, tokensOf, westernDigits } from './stems.ts'

/** Words of a description that mean nothing, at their place in UTF-16 units, and the word that may be meant. */
export type Unread = {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly nearest: string | null
}

/** A description as terms of the search language, in the order of its words. */
export type Description = {
  readonly terms: readonly SearchNode[]
  /** The same with one value for each thing: without those that are related to it, or called the same. */
  readonly plain: readonly SearchNode[]
  readonly unread: readonly Unread[]
  /** False for a list of names, which a search for its words finds as well. */
  readonly isSentence: boolean
  /** Whether a wanted thing is followed by what is only related to it. */
  readonly hasRelated: boolean
}

type Context = {
  lexicon: Lexicon
  names: Pick<TagNames, 'about'>
  today: Day
}

/**
 * Reads what a person would say of a photo: "Anna on the beach last summer, no dog". Each place of the text takes the
 * longest words that mean something; words that say nothing are dropped. A thing that no model finds is joined by what
 * is related to it, after itself.
 */
export function readDescription(text: string, context: Context): Description {
  return new Reader(text, context).read()
}

// What is read at a place

/** `refused` is what a thing is when photos must not show it: nothing that is only related. */
type Chip = {
  kind: 'chip'
  node: SearchNode
  refused: SearchNode
  plain: SearchNode
  from: number
  to: number
  of: 'color' | 'thing' | 'other'
}
type Item = Chip | { kind: 'unread'; from: number; to: number } | { kind: 'role'; role: Role; from: number; to: number }

type Unit = { from: number; to: number; tokens: readonly Token[]; meanings: readonly Meaning[]; isExact: boolean }

/** Numbers with their units, and dates in numbers: found before words are. */
const MEASURES: readonly { pattern: RegExp; node: (found: RegExpExecArray) => SearchNode | null }[] = [
  { pattern: /iso[\s:-]?(\d{2,7})(?!\d)/iuy, node: ([, iso = '']) => field('iso', [iso]) },
  {
    pattern: /(\d{1,4}(?:[.,]\d)?)\s?mm(?!\p{L})/iuy,
    node: ([, length = '']) => field('focal', [length.replace(',', '.')]),
  },
  {
    pattern: /f\s?\/?\s?(\d{1,2}(?:[.,]\d{1,2})?)(?![\p{L}\d])/iuy,
    node: ([, f = '']) => field('f', [f.replace(',', '.')]),
  },
  // A month; of such years, only 2000 is a shutter speed.
  {
    pattern: /(?<!\/)(?!1\/2000)(\d{1,2})\/((?:19|20)\d\d)(?![\d/])/uy,
    node: ([, month = '', year = '']) => asDate(`${year}-${two(month)}`),
  },
  // Whether 1/5/2023 is in January or in May depends on the country.
  {
    pattern: /(?<!\/)1\/(\d{1,5})(?![\d/])(?:\s?s(?:ec|ek)?(?![\p{L}\d]))?/iuy,
    node: ([, part = '']) => field('exposure', [`1/${part}`]),
  },
  { pattern: /(★{1,5})(?!★)/uy, node: ([, stars = '']) => field('rating', [String(stars.length)]) },
  {
    pattern: /((?:19|20)\d\d)\s?[-–]\s?((?:19|20)\d\d)(?!\d)/uy,
    node: ([, from = '', to = '']) => asDate(`${from}..${to}`),
  },
  { pattern: /((?:19|20)\d\d-\d{1,2}(?:-\d{1,2})?)(?!\d)/uy, node: ([, date = '']) => asDate(date) },
  {
    pattern: /(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?!\d)/uy,
    node: ([, day = '', month = '', year = '']) => asDate(`${year}-${two(month)}-${two(day)}`),
  },
]

const two = (digits: string | number): string => String(digits).padStart(2, '0')
const asDate = (date: string, comparison: Comparison = ':'): SearchNode | null =>
  readDate(date, comparison) === null ? null : field('date', [date], comparison)

/**
 * What else a thing may be found by; without an entry, one that no model finds by what it is part of. Drawings are told
 * by their pixels, but never surely enough for a search.
 */
const RELATED: Readonly<Record<string, readonly string[]>> = {
  girl: ['child', 'woman'],
  boy: ['child', 'man'],
  illustration: ['art'],
}
const MAX_HOMONYMS = 4
/** Homonyms that people photograph rather than others that are more general: the boat, not the watercraft. */
const USUAL: ReadonlySet<string> = new Set(['beach', 'boat', 'castle', 'rainbow'])
/** Languages that put a colour behind its thing: `minge roșie` is a red ball, `roșie` alone a tomato. */
const COLOR_BEHIND: ReadonlySet<Language> = new Set<Language>([
  'ar',
  'ca',
  'cy',
  'es',
  'fa',
  'fr',
  'he',
  'ht',
  'id',
  'it',
  'ms',
  'mt',
  'mww',
  'pt',
  'ro',
  'th',
  'vi',
])

class Reader {
  readonly #text: string
  /** The text with Latin digits, for numbers with units. */
  readonly #digits: string
  readonly #context: Context
  readonly #tokens: readonly Token[]
  readonly #items: Item[] = []
  #isSentence = false
  #hasRelated = false

  constructor(text: string, context: Context) {
    this.#text = text
    this.#digits = westernDigits(text)
    this.#context = context
    this.#tokens = tokensOf(text, context.lexicon.language)
  }

  read(): Description {
    this.#readItems()
    const terms = this.#joined((chip, isNot) => (isNot ? chip.refused : chip.node))
    const plain = this.#joined((chip) => chip.plain)
    return {
      terms,
      plain,
      unread: this.#unread(),
      isSentence: this.#isSentence && terms.length > 0,
      hasRelated: this.#hasRelated,
    }
  }

  #readItems(): void {
    for (let at = 0; at < this.#tokens.length;)
      at = this.#readMeasure(at) ?? this.#readDays(at) ?? this.#readStars(at) ?? this.#readWords(at)
  }

  #readMeasure(at: number): number | null {
    const { from } = this.#tokens[at]!
    for (const { pattern, node } of MEASURES) {
      pattern.lastIndex = from
      const found = pattern.exec(this.#digits)
      const read = found && node(found)
      if (!found || !read) continue
      const to = from + found[0].length
      this.#isSentence = true
      this.#add(read, from, to)
      const next = this.#tokens.findIndex((token) => token.from >= to)
      return next < 0 ? this.#tokens.length : next
    }
    return null
  }

  // Words

  /** What begins at a token. A number is itself, and what it means in `3 days ago`. */
  #unitAt(at: number): Unit | null {
    const found = this.#context.lexicon.find(this.#tokens, at)
    const first = this.#tokens[at]
    const digits = first !== undefined && /^\d/.test(first.word) ? this.#context.lexicon.numberOf(first) : null
    if (found === null && digits === null) return null
    const tokens = this.#tokens.slice(at, at + (found?.length ?? 1))
    const number: Meaning[] = digits === null || tokens.length > 1 ? [] : [{ kind: 'number', number: digits }]
    return {
      from: tokens[0]!.from,
      to: tokens.at(-1)!.to,
      tokens,
      meanings: [...(found?.meanings ?? []), ...number],
      isExact: found?.isExact ?? true,
    }
  }

  #readWords(at: number): number {
    const unit = this.#unitAt(at)
    if (unit === null) return this.#skip(at)
    const { from, to, tokens } = unit
    const next = at + tokens.length
    const role = this.#roleOf(unit)
    if (role !== null) {
      this.#items.push({ kind: 'role', role, from, to })
      this.#isSentence = true
      return next
    }
    const name = this.#nameOf(unit)
    const color = colorOf(unit)
    const things = thingsOf(unit)
    if (name !== null) this.#add(field(name.kind, [name.name]), from, to)
    else if (color !== null && (things.length === 0 || this.#isBeforeThing(next) || this.#isBehindThing(from)))
      this.#add(field('color', [color]), from, to, 'color')
    else if (things.length > 0) this.#addThings(unit, things)
    else if (numberOf(unit) !== null && this.#isBeforeThing(next)) {
      // "two dogs" are dogs: nothing counts them.
      this.#items.push({ kind: 'role', role: 'filler', from, to })
      this.#isSentence = true
      return next
    } else return this.#skip(at)
    if (name !== null || tokens.length > 1 || !unit.isExact) this.#isSentence = true
    return next
  }

  /** A role, unless the words are someone's name. */
  #roleOf(unit: Unit): Role | null {
    if (this.#nameOf(unit)?.kind === 'person') return null
    const found = unit.meanings.flatMap((each) => (each.kind === 'role' ? [each.role] : []))
    const asked = (['not', 'notBehind', 'or', 'orBehind', 'filler'] as const).find((role) => found.includes(role))
    if (asked !== undefined) return asked
    return unit.meanings.every(({ kind }) => kind === 'role' || kind === 'number') ? (found[0] ?? null) : null
  }

  /** Someone, or a place: as it is written in the library, or with a capital, where nothing else is meant. */
  #nameOf({ meanings, tokens, isExact }: Unit): { kind: 'person' | 'place'; name: string } | null {
    // Scripts without capitals write a name like any word.
    const isWritten = tokens.some(({ text }) => /^[\p{Lu}\p{Lo}]/u.test(text))
    // A capital within the sentence is a name's, but in German.
    const isCapital =
      tokens.some(({ text, from }) => /^\p{Lu}/u.test(text) && from > 0) && this.#context.lexicon.language !== 'de'
    const isOther = !isCapital && meanings.some(({ kind }) => kind !== 'person' && kind !== 'place')
    const names = meanings.flatMap((each) => (each.kind === 'person' || each.kind === 'place' ? [each] : []))
    const [first] = names.toSorted((a, b) => a.kind.localeCompare(b.kind))
    if (first === undefined || (isOther && !(isWritten && isExact))) return null
    return isWritten || isExact ? first : null
  }

  #isBeforeThing(at: number): boolean {
    const unit = this.#unitAt(at)
    return unit !== null && this.#roleOf(unit) === null && thingsOf(unit).length > 0
  }

  /** The colour follows the thing in the languages where adjectives do. */
  #isBehindThing(from: number): boolean {
    const last = this.#items.at(-1)
    const isNext = last?.kind === 'chip' && last.of === 'thing' && /^\s+$/.test(this.#text.slice(last.to, from))
    return isNext && COLOR_BEHIND.has(this.#context.lexicon.language)
  }

  /** Homonyms all count; what people photograph comes first, then what a model may find, then what is more general. */
  #addThings({ from, to }: Unit, things: readonly Exclude<Meaning, { kind: 'role' }>[]): void {
    const { names } = this.#context
    const own = things.flatMap((each) => (each.kind === 'tag' ? [each.name] : []))
    const meant = things.flatMap((each) => (each.kind === 'thing' ? [each] : []))
    const isNamed = meant.some(({ isName }) => isName)
    const concepts = [...new Set(meant.filter(({ isName }) => isName || !isNamed).map(({ concept }) => concept))]
    const found = concepts
      .map((concept) => ({ concept, ...names.about(concept) }))
      .toSorted(
        (a, b) =>
          Number(USUAL.has(b.concept)) - Number(USUAL.has(a.concept)) ||
          Number(b.isFound) - Number(a.isFound) ||
          a.place - b.place,
      )
      .slice(0, MAX_HOMONYMS)
      .map(({ concept }) => concept)
    const related = found.flatMap((concept) => {
      const { isFound, parents } = names.about(concept)
      return RELATED[concept] ?? (isFound ? [] : parents.slice(0, 1))
    })
    const nameOf = (concept: string) => names.about(concept).name
    const called = [...own, ...found.map(nameOf)]
    const node = field('tag', [...new Set([...called, ...related.map(nameOf)])])
    if (related.length > 0) this.#isSentence = this.#hasRelated = true
    const [refused, plain] = [field('tag', called), field('tag', called.slice(0, 1))]
    const last = this.#items.at(-1)
    // "burung-burung" is the plural of "burung".
    if (last?.kind === 'chip' && this.#text.slice(last.to, from) === '-' && print([last.plain]) === print([plain])) {
      last.to = to
      return
    }
    this.#items.push({ kind: 'chip', node, refused, plain, from, to, of: 'thing' })
  }

  #skip(at: number): number {
    const { from, to } = this.#tokens[at]!
    const last = this.#items.at(-1)
    // "pique-nique", and several characters of a script without spaces, are one word.
    const gap = last === undefined ? ' ' : this.#text.slice(last.to, from)
    const isOne = gap === '-' || (gap === '' && UNSPACED.test(this.#text.charAt(from)))
    if (last?.kind === 'unread' && isOne) last.to = to
    else this.#items.push({ kind: 'unread', from, to })
    return at + 1
  }

  #add(node: SearchNode, from: number, to: number, of: Chip['of'] = 'other'): void {
    this.#items.push({ kind: 'chip', node, refused: node, plain: node, from, to, of })
  }

  // Days

  /** The date that begins at a token, with `since` and `before`; null if there is none. */
  #readDays(at: number): number | null {
    const first = this.#unitAt(at)
    if (first === null) return null
    const before: Comparison | null = hasRole(first, 'since') ? '>=' : hasRole(first, 'before') ? '<' : null
    const date =
      this.#dateAt(at) ?? (before === null ? null : this.#dateAt(this.#pastFillers(at + first.tokens.length)))
    if (date === null) return null
    const isAfterWord = before !== null && this.#dateAt(at) === null
    // "from June 2023" is a filler, "since June 2023" is not.
    const behind = this.#unitAt(date.next)
    const comparison: Comparison = isAfterWord
      ? before
      : behind !== null && hasRole(behind, 'sinceBehind')
        ? '>='
        : behind !== null && hasRole(behind, 'beforeBehind')
          ? '<'
          : ':'
    const isMade = 'from' in (readDate(date.text) ?? {})
    const node = asDate(date.text, isMade ? comparison : ':')
    if (node === null) return null
    const isBehind = !isAfterWord && comparison !== ':'
    const next = isBehind ? date.next + (behind?.tokens.length ?? 0) : date.next
    this.#isSentence = true
    this.#add(node, first.from, this.#tokens[next - 1]!.to)
    return next
  }

  /** A date in the search language, and the token behind it. */
  #dateAt(start: number): { text: string; next: number } | null {
    const parts: {
      kind: 'day' | 'month' | 'year' | 'season' | 'last' | 'this' | 'date'
      value: string
      next: number
    }[] = []
    for (let at = start; at < this.#tokens.length && parts.length < 3;) {
      const unit = this.#unitAt(at)
      const part = unit && partOfDate(unit, this.#context.lexicon)
      if (!unit || !part) break
      const next = at + unit.tokens.length
      parts.push({ ...part, next })
      at = this.#pastFillers(next)
    }
    for (let count = parts.length; count > 0; count--) {
      const some = parts.slice(0, count)
      const text = dateOf(some, this.#context.today)
      const { next } = some.at(-1)!
      if (text !== null && !this.#isOther(some, start)) return { text, next: this.#pastYearWord(next) }
    }
    return null
  }

  /** A month alone may be someone's name, and "may" and "march" are more often verbs. */
  #isOther(parts: readonly { kind: string }[], at: number): boolean {
    if (parts.length > 1 || parts[0]!.kind !== 'month') return false
    const isVerb = this.#context.lexicon.language === 'en' && /^(?:may|march|mar)$/.test(this.#tokens[at]!.text)
    return isVerb || this.#nameOf(this.#unitAt(at)!)?.kind === 'person'
  }

  #pastFillers(at: number): number {
    const unit = this.#unitAt(at)
    return unit !== null && hasRole(unit, 'filler') && partOfDate(unit, this.#context.lexicon) === null
      ? at + unit.tokens.length
      : at
  }

  /** 年, 日, `года`: a word for the unit right after a number says nothing more. */
  #pastYearWord(at: number): number {
    return /^(?:年|日|号|號|月|г|год|года|году|р|року|년|월|일)$/.test(this.#tokens[at]?.word ?? '') ? at + 1 : at
  }

  // Stars

  #readStars(at: number): number | null {
    const first = this.#unitAt(at)
    if (first === null) return null
    const isLeast = hasRole(first, 'least')
    const start = isLeast ? at + first.tokens.length : at
    const [one, two_] = [this.#unitAt(start), this.#unitAt(start + (this.#unitAt(start)?.tokens.length ?? 1))]
    const number = numberOf(one) ?? numberOf(two_)
    const isStar = (unit: Unit | null) => unit !== null && hasRole(unit, 'star')
    const isPair = (numberOf(one) !== null && isStar(two_)) || (isStar(one) && numberOf(two_) !== null)
    if (!isPair || number === null || number > 5 || one === null || two_ === null) return null
    let next = start + one.tokens.length + two_.tokens.length
    const behind = this.#unitAt(next)
    const isMore = behind !== null && hasRole(behind, 'more')
    if (isMore) next += behind.tokens.length
    this.#isSentence = true
    this.#add(field('rating', [String(number)], isLeast || isMore ? '>=' : ':'), first.from, this.#tokens[next - 1]!.to)
    return next
  }

  /** Terms from the items: what `or` joins is one, and the item after `not` is negated. */
  #joined(nodeOf: (chip: Chip, isNot: boolean) => SearchNode): SearchNode[] {
    const terms: SearchNode[] = []
    let [isNot, isOr] = [false, false]
    let color: SearchNode | null = null
    let last: Chip | null = null
    for (const [place, item] of this.#items.entries()) {
      if (item.kind === 'role') {
        if (item.role === 'not') isNot = true
        else if (item.role === 'or') isOr = terms.length > 0
        else if (item.role === 'orBehind' && terms.length > 1) terms.push(either(...lastTwo(terms)))
        else if (item.role === 'notBehind' && last !== null) terms.splice(-1, 1, not(nodeOf(last, true)))
        continue
      }
      if (item.kind !== 'chip') continue
      const next = this.#items[place + 1]
      if (isNot && item.of === 'color' && next?.kind === 'chip' && next.of === 'thing') {
        // "no red car" is about red cars: neither red nor cars alone are refused.
        color = nodeOf(item, true)
        continue
      }
      const node = nodeOf(item, isNot)
      const whole: SearchNode = color === null ? node : { type: 'all', nodes: [color, node] }
      const before = terms.at(-1)
      if (isOr && before !== undefined) terms.splice(-1, 1, either(before, whole))
      else terms.push(isNot ? not(whole) : whole)
      ;[isNot, isOr, color, last] = [false, false, null, item]
    }
    return terms
  }

  #unread(): Unread[] {
    return this.#items.flatMap((item) => {
      if (item.kind !== 'unread') return []
      const text = this.#text.slice(item.from, item.to)
      return [{ from: item.from, to: item.to, text, nearest: this.#nearest(text) }]
    })
  }

  /** What is misspelt mostly begins as it should. */
  #nearest(text: string): string | null {
    const first = normaliseName(text).charAt(0)
    const names = [...this.#context.lexicon.allNames()].filter((name) => normaliseName(name.charAt(0)) === first)
    return nearestWord(text, names)
  }
}

/** Takes the last two terms off. */
function lastTwo(terms: SearchNode[]): [SearchNode, SearchNode] {
  const [a, b] = terms.splice(-2)
  return [a!, b!]
}

/** Values of one field are one term, except of tags, where later values count less; what is negated stays so. */
function either(a: SearchNode, b: SearchNode): SearchNode {
  if (a.type === 'not') return not(either(a.node, b))
  const isSame = a.type === 'field' && b.type === 'field' && a.field === b.field && a.comparison === b.comparison
  if (isSame && a.field !== 'tag') return field(a.field, [...a.values, ...b.values], a.comparison)
  return { type: 'any', nodes: [...(a.type === 'any' ? a.nodes : [a]), b] }
}

const hasRole = ({ meanings }: Unit, role: Role): boolean =>
  meanings.some((each) => each.kind === 'role' && each.role === role)

const numberOf = (unit: Unit | null): number | null =>
  unit?.meanings.flatMap((each) => (each.kind === 'number' ? [each.number] : []))[0] ?? null

const colorOf = ({ meanings }: Unit): string | null =>
  meanings.flatMap((each) => (each.kind === 'color' ? [each.color] : []))[0] ?? null

const thingsOf = ({ meanings }: Unit): Exclude<Meaning, { kind: 'role' }>[] =>
  meanings.filter((each) => each.kind === 'thing' || each.kind === 'tag')

type DatePart = { kind: 'day' | 'month' | 'year' | 'season' | 'last' | 'this' | 'date'; value: string }

function partOfDate(unit: Unit, lexicon: Lexicon): DatePart | null {
  const [first] = unit.tokens
  for (const meaning of unit.meanings) {
    if (meaning.kind === 'month') return { kind: 'month', value: String(meaning.month) }
    if (meaning.kind === 'season') return { kind: 'season', value: meaning.season }
    if (meaning.kind === 'date') {
      const count = unit.tokens.map((token) => lexicon.numberOf(token)).find((each) => each !== null)
      return { kind: 'date', value: meaning.date.replace('#', String(count ?? 1)) }
    }
  }
  const number = numberOf(unit)
  const isDigits = /^\d+$/.test(first?.word ?? '')
  if (number !== null && isDigits && number >= 1900 && number <= 2100) return { kind: 'year', value: String(number) }
  if (number !== null && isDigits && number >= 1 && number <= 31) return { kind: 'day', value: String(number) }
  if (hasRole(unit, 'last')) return { kind: 'last', value: '' }
  return hasRole(unit, 'this') ? { kind: 'this', value: '' } : null
}

/** The date of the search language for some parts; null if they are none. Names alone are no date without a year. */
function dateOf(parts: readonly DatePart[], today: Day): string | null {
  const of = (kind: DatePart['kind']) => parts.find((part) => part.kind === kind)?.value
  const kinds = parts.map(({ kind }) => kind)
  const is = (...wanted: DatePart['kind'][]) =>
    kinds.length === wanted.length && wanted.every((kind) => kinds.includes(kind))
  const [year, month, day, season, date] = [of('year'), of('month'), of('day'), of('season'), of('date')]
  const named = /^last (\w+)$/.exec(date ?? '')?.[1] as Season
  if (is('date')) return seasons.includes(named) ? lastSeason(named, today) : date!
  if (is('year')) return year!
  if (is('month')) return monthNames[Number(month) - 1]!
  if (is('month', 'year')) return `${year}-${two(month!)}`
  if (is('month', 'day')) return `${day} ${monthNames[Number(month) - 1]}`
  if (is('month', 'day', 'year')) return `${year}-${two(month!)}-${two(day!)}`
  if (is('season')) return season!
  if (is('season', 'year')) return seasonOf(season as Season, Number(year))
  if (is('season', 'last')) return lastSeason(season as Season, today)
  const thisYear = Number(today.slice(0, 4))
  if (is('season', 'this') || (is('season', 'date') && date === 'this year'))
    return seasonOf(season as Season, thisYear)
  if (is('season', 'date') && date === 'last year') return seasonOf(season as Season, thisYear - 1)
  return null
}

/** The months of a season; the winter of a year ends in the next one. */
function seasonOf(season: Season, year: number): string | null {
  const meaning = readDate(`${season} ${year}`)
  if (meaning === null || !('from' in meaning) || meaning.from === null || meaning.to === null) return null
  return `${meaning.from.slice(0, 7)}..${meaning.to.slice(0, 7)}`
}

/** The latest that is over. */
function lastSeason(season: Season, today: Day): string | null {
  const year = Number(today.slice(0, 4))
  for (const each of [year, year - 1, year - 2]) {
    const meaning = readDate(`${season} ${each}`)
    if (meaning !== null && 'from' in meaning && meaning.to !== null && meaning.to < today)
      return seasonOf(season, each)
  }
  return null
}
