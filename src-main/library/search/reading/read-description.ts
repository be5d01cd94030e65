import type { Language } from '../../../contract/analysis/language.ts'
import {
  addDays,
  type Day,
  lastOfMonth,
  makeDay,
  mondayOf,
  type YearlyDays,
} from '../../../contract/library/search/days.ts'
import { monthNames, weekdayNames } from '../../../contract/library/search/date-words.ts'
import { readDate } from '../../../contract/library/search/dates.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import { print } from '../../../contract/library/search/print.ts'
import { nearestWord } from '../../../contract/library/search/nearest-word.ts'
import { type Comparison, field, type FieldNode, not, type SearchNode } from '../../../contract/library/search/nodes.ts'
import { normaliseName } from '../../../analysis/vocabulary/normalise-name.ts'
import type { TagNames } from '../../catalog/vocabulary/tag-names.ts'
import { type Lexicon, type Meaning, type Role, type Season, seasons } from './lexicon.ts'
import { type Token, tokensOf } from './stems.ts'
import { UNSPACED, westernDigits } from '../../../contract/fold-text.ts'

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
  of: 'color' | 'thing' | 'date' | 'other'
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
  // Ten years: 1990s, 1990er.
  {
    pattern: /((?:19|20)\d0)['’]?(?:s|ern?(?:\s+jahren?)?)(?!\p{L})/iuy,
    node: ([, first = '']) => asDate(`${first}s`),
  },
  {
    pattern: /(?<=\bthe |['’])([3-9]0)s(?!\p{L})|([3-9]0)ern?(?:\s+jahren?)?(?!\p{L})/iuy,
    node: ([, english = '', german = '']) => asDate(`19${english}${german}s`),
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

/** English words after which "may" and "march" are months. */
const BEFORE_MONTH: ReadonlySet<string> = new Set([
  'in',
  'during',
  'since',
  'before',
  'after',
  'until',
  'last',
  'every',
])
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|ste|de|º|ª|:[ae]|-?(?:го|е|ое|я|й))$/iu

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
  readonly #units = new Map<number, Unit | null>()
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
      at =
        this.#readSpan(at) ??
        this.#readMeasure(at) ??
        this.#readDays(at) ??
        this.#readPeriod(at) ??
        this.#readStars(at) ??
        this.#readWords(at)
  }

  #readMeasure(at: number): number | null {
    const found = this.#measureAt(at)
    if (found === null) return null
    const { node, from, to, next } = found
    this.#isSentence = true
    this.#add(node, from, to, isDate(node) ? 'date' : 'other')
    return next
  }

  #measureAt(at: number): { node: SearchNode; from: number; to: number; next: number } | null {
    const from = this.#tokens[at]?.from
    if (from === undefined) return null
    for (const { pattern, node } of MEASURES) {
      pattern.lastIndex = from
      const found = pattern.exec(this.#digits)
      const read = found && node(found)
      if (!found || !read) continue
      const to = from + found[0].length
      const next = this.#tokens.findIndex((token) => token.from >= to)
      return { node: read, from, to, next: next < 0 ? this.#tokens.length : next }
    }
    return null
  }

  // Words

  /** What begins at a token. A number is itself, and what it means in `3 days ago`. */
  #unitAt(at: number): Unit | null {
    const known = this.#units.get(at)
    if (known !== undefined) return known
    const unit = this.#findUnit(at)
    this.#units.set(at, unit)
    return unit
  }

  #findUnit(at: number): Unit | null {
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
    const mark = markOf(unit)
    if (mark !== null) {
      this.#add(mark, from, to)
      this.#isSentence = true
      return next
    }
    const role = this.#roleOf(unit)
    if (role !== null) {
      this.#items.push({ kind: 'role', role, from, to })
      this.#isSentence = true
      return next
    }
    const name = this.#nameOf(unit)
    const color = colorOf(unit)
    const things = thingsOf(unit)
    const camera = cameraOf(unit)
    if (name !== null) this.#add(field(name.kind, [name.name]), from, to)
    else if (color !== null && (things.length === 0 || this.#isBeforeThing(next) || this.#isBehindThing(from)))
      this.#add(field('color', [color]), from, to, 'color')
    else if (things.length > 0) this.#addThings(unit, things)
    else if (camera !== null) this.#add(field('camera', [camera]), from, to)
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

  /** The days from one date to another that begin at a token: "from 2019 to 2021", "3.–9. Mai". */
  #readSpan(at: number): number | null {
    const opening = this.#unitAt(at)
    const isBetween = opening !== null && hasRole(opening, 'between')
    const isOpened =
      opening !== null &&
      (isBetween || ((hasRole(opening, 'since') || hasRole(opening, 'filler')) && !this.#isPartOfDate(opening)))
    const start = isOpened ? this.#pastFillers(at + opening.tokens.length) : at
    for (const first of this.#endsAt(start, ['to', 'and', 'or'])) {
      const joint = this.#jointAt(first.next, isBetween)
      if (joint === null) continue
      for (const last of this.#endsAt(joint.next)) {
        const dates = (joint.isSpan ? spanOf : pairOf)(first.parts, last.parts, this.#context.today)
        if (dates === null) continue
        const closing = this.#unitAt(last.next)
        const next = last.next + (closing !== null && hasRole(closing, 'untilBehind') ? closing.tokens.length : 0)
        this.#isSentence = true
        this.#add(field('date', dates), this.#tokens[at]!.from, this.#tokens[next - 1]!.to, 'date')
        return next
      }
    }
    return null
  }

  /** What joins two dates to a span, or makes them alternatives, and the token behind it; null if nothing does. */
  #jointAt(at: number, isBetween: boolean): { isSpan: boolean; next: number } | null {
    const [before, unit, after] = [this.#tokens[at - 1], this.#unitAt(at), this.#tokens[at]]
    const joining = (['to', 'and', 'or'] as const).find((role) => unit !== null && hasRole(unit, role))
    if (unit !== null && joining !== undefined)
      return { isSpan: joining === 'to' || isBetween, next: this.#pastFillers(at + unit.tokens.length) }
    const gap = before && after ? this.#text.slice(before.to, after.from) : ''
    return /^\.?\s*[-–—〜～]\s*$/u.test(gap) ? { isSpan: true, next: at } : null
  }

  /** What may be one end of a span, the longest first, with the token behind it. */
  #endsAt(start: number, joining: readonly Role[] = []): DateParts[] {
    const measure = this.#measureAt(start)
    if (measure !== null) {
      const parts = isDate(measure.node) ? partsOfDay(measure.node.values[0]!) : null
      return parts === null ? [] : [{ parts, next: measure.next }]
    }
    const parts = this.#partsAt(start, joining)
    return parts.map(({ next }, i) => ({ parts: parts.slice(0, i + 1), next: this.#pastYearWord(next) })).toReversed()
  }

  /** The date that begins at a token, with `since`, `before` or `until`; null if there is none. */
  #readDays(at: number): number | null {
    const first = this.#unitAt(at)
    if (first === null) return null
    const own = this.#dateAt(at)
    const before = comparisonOf(first, { '>=': 'since', '<': 'before', '<=': 'until' })
    const date = own ?? (before === null ? null : this.#dateAt(this.#pastFillers(at + first.tokens.length)))
    if (date === null) return null
    const isAfterWord = own === null
    // "from June 2023" is a filler, "since June 2023" is not.
    const behind = this.#unitAt(date.next)
    const asked = isAfterWord
      ? before
      : behind && comparisonOf(behind, { '>=': 'sinceBehind', '<': 'beforeBehind', '<=': 'untilBehind' })
    const comparison: Comparison = asked ?? ':'
    const isMade = 'from' in (readDate(date.text) ?? {})
    const node = asDate(date.text, isMade ? comparison : ':')
    if (node === null) return null
    const isBehind = !isAfterWord && comparison !== ':'
    const next = isBehind ? date.next + (behind?.tokens.length ?? 0) : date.next
    this.#isSentence = true
    this.#add(node, first.from, this.#tokens[next - 1]!.to, 'date')
    return next
  }

  /** "the last 3 months", "les trois derniers mois"; without a number, the last one. */
  #readPeriod(at: number): number | null {
    const units: Unit[] = []
    for (let next = at; units.length < 3;) {
      const unit = this.#unitAt(next)
      if (unit === null) break
      units.push(unit)
      next += unit.tokens.length
    }
    const [first, second, third] = units
    if (first === undefined || second === undefined) return null
    const isLast = hasRole(first, 'last')
    const count = numberOf(isLast ? second : first)
    const isCounted = count !== null && (isLast || hasRole(second, 'last'))
    const unit = isCounted ? third && periodOf(third) : isLast ? periodOf(second) : null
    const node = unit && asDate(`last ${count ?? 1} ${unit}${(count ?? 1) > 1 ? 's' : ''}`)
    if (!node) return null
    const read = units.slice(0, isCounted ? 3 : 2)
    this.#isSentence = true
    this.#add(node, first.from, read.at(-1)!.to, 'date')
    return at + read.reduce((sum, { tokens }) => sum + tokens.length, 0)
  }

  /** A date in the search language, and the token behind it. */
  #dateAt(start: number): { text: string; next: number } | null {
    const parts = this.#partsAt(start)
    for (let count = parts.length; count > 0; count--) {
      const some = parts.slice(0, count)
      const text = dateOf(some, this.#context.today)
      const { next } = some.at(-1)!
      if (text !== null) return this.#isOther(some, start) ? null : { text, next: this.#pastYearWord(next) }
    }
    return null
  }

  /** Up to four parts of a date from a token on, each with the token behind it; none beyond words of `until`. */
  #partsAt(start: number, until: readonly Role[] = []): (DatePart & { next: number })[] {
    const parts: (DatePart & { next: number })[] = []
    for (let at = start; at < this.#tokens.length && parts.length < 4;) {
      const unit = this.#unitAt(at)
      const part = unit && partOfDate(unit, this.#context.lexicon)
      if (!unit || !part) break
      const next = this.#pastOrdinal(at + unit.tokens.length)
      parts.push({ ...part, next })
      const behind = this.#unitAt(next)
      if (behind !== null && until.some((role) => hasRole(behind, role))) break
      at = this.#pastFillers(next)
    }
    return parts
  }

  /**
   * A month or weekday alone may be someone's name, and "may" and "march" are more often verbs. A weekday alone may be a
   * thing: `pazar` is a market. Whoever has a tag for Christmas put it on the right photos.
   */
  #isOther(parts: readonly { kind: string }[], at: number): boolean {
    const { meanings } = this.#unitAt(at)!
    const isAlso = (wanted: Meaning['kind']) => meanings.some(({ kind }) => kind === wanted)
    const kinds = parts.map(({ kind }) => kind)
    if (kinds.includes('holiday')) return isAlso('tag')
    // "minggu" is Sunday and a week, "minggu terakhir" the last week.
    if (kinds.length === 2 && kinds[0] === 'weekday' && kinds[1] === 'last') return isAlso('unit')
    if (kinds.length > 1 || !(kinds[0] === 'month' || kinds[0] === 'weekday')) return false
    if (kinds[0] === 'weekday' && isAlso('thing')) return true
    const isVerb =
      this.#context.lexicon.language === 'en' &&
      /^(?:may|march|mar)$/.test(this.#tokens[at]!.text) &&
      !BEFORE_MONTH.has(this.#tokens[at - 1]?.word ?? '')
    return isVerb || this.#nameOf(this.#unitAt(at)!)?.kind === 'person'
  }

  #pastFillers(at: number): number {
    const unit = this.#unitAt(at)
    return unit !== null && hasRole(unit, 'filler') && !this.#isPartOfDate(unit) ? at + unit.tokens.length : at
  }

  #isPartOfDate(unit: Unit): boolean {
    return partOfDate(unit, this.#context.lexicon) !== null
  }

  /** What a number of a day ends in: 12th, 1er, 1º, 12:e, 12-го. */
  #pastOrdinal(at: number): number {
    const [number, ending] = [this.#tokens[at - 1], this.#tokens[at]]
    if (number === undefined || ending === undefined || !/^\d{1,2}$/.test(number.word)) return at
    return ORDINAL.test(this.#text.slice(number.to, ending.to)) ? at + 1 : at
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
    let wasUnread = false
    for (const [place, item] of this.#items.entries()) {
      if (item.kind === 'role') {
        if (item.role === 'not') isNot = true
        else if (item.role === 'or') isOr = terms.length > 0
        else if (item.role === 'orBehind' && terms.length > 1) terms.push(either(...lastTwo(terms)))
        else if (item.role === 'notBehind' && last !== null) terms.splice(-1, 1, not(nodeOf(last, true)))
        continue
      }
      if (item.kind !== 'chip') {
        wasUnread = true
        continue
      }
      // No photo is of both 2019 and 2021: "2019 and 2021" are alternatives.
      if (!wasUnread && last !== null && excludeEachOther(last.node, item.node, this.#context.today)) isOr = true
      wasUnread = false
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

const cameraOf = ({ meanings }: Unit): string | null =>
  meanings.flatMap((each) => (each.kind === 'camera' ? [each.name] : []))[0] ?? null

/** What the person decided, or a kind of file, unless a tag of theirs is called so. */
function markOf({ meanings }: Unit): SearchNode | null {
  const mark = meanings.find((each) => each.kind === 'mark')
  return mark === undefined || meanings.some(({ kind }) => kind === 'tag') ? null : parse(mark.term).terms[0]!
}

const thingsOf = ({ meanings }: Unit): Exclude<Meaning, { kind: 'role' }>[] =>
  meanings.filter((each) => each.kind === 'thing' || each.kind === 'tag')

/** The comparison whose role some words have; null if none. */
function comparisonOf(unit: Unit, roles: Partial<Record<Comparison, Role>>): Comparison | null {
  const found = Object.entries(roles).find(([, role]) => hasRole(unit, role))
  return found === undefined ? null : (found[0] as Comparison)
}

const isDate = (node: SearchNode): node is FieldNode => node.type === 'field' && node.field === 'date'

/** Whether two dates are both days of a year, or both days of every year, and have none in common. */
function excludeEachOther(one: SearchNode, other: SearchNode, today: Day): boolean {
  const [a, b] = [one, other].map((node) =>
    isDate(node) && node.comparison === ':' && node.values.length === 1 ? readDate(node.values[0]!, ':', today) : null,
  )
  if (!a || !b) return false
  if ('holiday' in a && 'holiday' in b) return a.holiday !== b.holiday
  if ('weekdays' in a && 'weekdays' in b) return !a.weekdays.some((day) => b.weekdays.includes(day))
  if ('months' in a && 'months' in b) return a.day !== b.day || !a.months.some((month) => b.months.includes(month))
  return 'from' in a && 'from' in b && ((a.to ?? '9') < (b.from ?? '') || (b.to ?? '9') < (a.from ?? ''))
}

const periodOf = ({ meanings }: Unit): string | null =>
  meanings.flatMap((each) => (each.kind === 'unit' ? [each.unit] : []))[0] ?? null

type DateParts = { parts: readonly DatePart[]; next: number }
type DatePart = {
  kind: 'day' | 'weekday' | 'month' | 'year' | 'season' | 'holiday' | 'last' | 'this' | 'every' | 'date'
  value: string
}

function partOfDate(unit: Unit, lexicon: Lexicon): DatePart | null {
  const [first] = unit.tokens
  for (const meaning of unit.meanings) {
    if (meaning.kind === 'month') return { kind: 'month', value: String(meaning.month) }
    if (meaning.kind === 'season') return { kind: 'season', value: meaning.season }
    if (meaning.kind === 'holiday') return { kind: 'holiday', value: meaning.holiday }
    if (meaning.kind === 'weekday') return { kind: 'weekday', value: String(meaning.weekday) }
    if (meaning.kind === 'ordinal') return { kind: 'day', value: String(meaning.day) }
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
  if (hasRole(unit, 'every')) return { kind: 'every', value: '' }
  return hasRole(unit, 'this') ? { kind: 'this', value: '' } : null
}

/** The date of the search language for some parts; null if they are none. Names alone are no date without a year. */
function dateOf(parts: readonly DatePart[], today: Day): string | null {
  const of = (kind: DatePart['kind']) => parts.find((part) => part.kind === kind)?.value
  const kinds = parts.map(({ kind }) => kind)
  const is = (...wanted: DatePart['kind'][]) =>
    kinds.length === wanted.length && wanted.every((kind) => kinds.includes(kind))
  const [year, month, day, season, date] = [of('year'), of('month'), of('day'), of('season'), of('date')]
  const [weekday, holiday] = [of('weekday'), of('holiday')]
  const named = /^last (\w+)$/.exec(date ?? '')?.[1] as Season
  // "Sunday 13 October" is that day, whether or not it was a Sunday.
  if (weekday !== undefined && day !== undefined && month !== undefined)
    return dateOf(
      parts.filter(({ kind }) => kind !== 'weekday'),
      today,
    )
  if (kinds[0] === 'every') return everyOne(parts.slice(1), today)
  const isThisWeek = is('weekday', 'this') || (is('weekday', 'date') && date === 'this week')
  if (is('weekday') || isThisWeek) return weekdayBefore(Number(weekday), addDays(today, 1))
  if (is('weekday', 'last')) return weekdayBefore(Number(weekday), today)
  if (is('weekday', 'date') && date === 'last week') return addDays(mondayOf(today), Number(weekday) - 8)
  if (is('date')) return seasons.includes(named) ? lastSeason(named, today) : date!
  if (is('year')) return year!
  if (is('month')) return monthNames[Number(month) - 1]!
  if (is('month', 'year')) return `${year}-${two(month!)}`
  const thisYear = Number(today.slice(0, 4))
  const ofYear = date === 'last year' ? thisYear - 1 : date === 'this year' ? thisYear : null
  if (ofYear !== null && is('month', 'date')) return `${ofYear}-${two(month!)}`
  if (is('month', 'last')) return `${two(month!) < today.slice(5, 7) ? thisYear : thisYear - 1}-${two(month!)}`
  if (is('month', 'day')) return `${day} ${monthNames[Number(month) - 1]}`
  if (is('month', 'day', 'year')) return `${year}-${two(month!)}-${two(day!)}`
  if (is('holiday')) return holiday!
  if (is('holiday', 'year')) return `${holiday} ${year}`
  if (is('holiday', 'last')) return lastOne(today, (each) => `${holiday} ${each}`)
  if (is('holiday', 'this')) return lastOne(addDays(today, 1), (each) => `${holiday} ${each}`, 'from')
  if (is('holiday', 'date') && ofYear !== null) return `${holiday} ${ofYear}`
  if (is('season')) return season!
  if (is('season', 'year')) return seasonOf(season as Season, Number(year))
  if (is('season', 'last')) return lastSeason(season as Season, today)
  if (is('season', 'this') || (is('season', 'date') && date === 'this year'))
    return seasonOf(season as Season, thisYear)
  if (is('season', 'date') && date === 'last year') return seasonOf(season as Season, thisYear - 1)
  return null
}

/** What comes again: weekdays, weekends, and months, seasons and holidays, which do so without "every". */
function everyOne(parts: readonly DatePart[], today: Day): string | null {
  const [part, ...others] = parts
  if (part === undefined || others.length > 0) return null
  if (part.kind === 'weekday') return weekdayNames[Number(part.value) - 1] ?? null
  if (part.kind === 'date') return part.value.endsWith(' weekend') ? 'weekends' : null
  return ['month', 'season', 'holiday'].includes(part.kind) ? dateOf(parts, today) : null
}

/** `2023-05-09` in its parts; null for what is no single month or day. */
function partsOfDay(date: string): DatePart[] | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(date) ?? []
  if (year === undefined || month === undefined) return null
  return [
    { kind: 'year', value: year },
    { kind: 'month', value: month },
    ...(day === undefined ? [] : [{ kind: 'day' as const, value: day }]),
  ]
}

/** The values of `date:` from one date to another, each of which may lack a month or year that the other has. */
function spanOf(first: readonly DatePart[], last: readonly DatePart[], today: Day): string[] | null {
  const [from, to] = [dateOf(completed(first, last), today), dateOf(completed(last, first), today)]
  const [start, end] = [from && readDate(from, ':', today), to && readDate(to, ':', today)]
  if (!from || !to || !start || !end) return null
  if ('from' in start && 'from' in end) {
    // From the earlier year or week on: "December to February 2023", "Friday to Sunday" on a Saturday.
    const isTurned = (start.from ?? '') > (end.to ?? '') && !hasYear(first)
    const isWeekday = first.every(({ kind }) => kind === 'weekday')
    const earlier = () => (isWeekday ? addDays(from, -7) : withYear(first, last, -1, today))
    const begin = isTurned ? earlier() : from
    const ends = isTurned || (start.from ?? '') <= (end.to ?? '') ? [begin, to] : [to, from]
    const range = `${ends[0]?.split('..')[0]}..${ends[1]?.split('..').at(-1)}`
    return readDate(range, ':', today) === null ? null : [range]
  }
  return 'months' in start && 'months' in end ? yearlySpan(start, end) : null
}

/**
 * Two dates of one year, which only the last one has: "June and July 2023"; or one thing in two years, which only the
 * first one names: "Christmas 2022 and 2023". Null for others, which are complete.
 */
function pairOf(first: readonly DatePart[], last: readonly DatePart[], today: Day): string[] | null {
  if (!hasYear(last)) return null
  const named = first.filter(({ kind }) => ['month', 'season', 'holiday'].includes(kind))
  const isOneThing = last.length === 1 && first.length === 2 && named.length === 1 && hasYear(first)
  if (!isOneThing && (hasYear(first) || last.length < 2)) return null
  const dates = [completed(first, last), isOneThing ? [...named, ...last] : last].map((parts) => dateOf(parts, today))
  return dates.every((each) => each !== null) ? dates : null
}

const hasYear = (parts: readonly DatePart[]): boolean => parts.some(({ kind }) => kind === 'year')

/** With the month of the other date for a day, and its year. */
function completed(parts: readonly DatePart[], others: readonly DatePart[]): DatePart[] {
  const kinds = new Set(parts.map(({ kind }) => kind))
  const lent = others.filter(
    ({ kind }) =>
      (kind === 'month' && kinds.has('day') && !kinds.has('month')) ||
      (kind === 'year' &&
        !kinds.has('year') &&
        ['day', 'month', 'season', 'holiday'].some((each) => kinds.has(each as 'day'))),
  )
  return [...parts, ...lent]
}

function withYear(parts: readonly DatePart[], others: readonly DatePart[], later: number, today: Day): string | null {
  const shifted = completed(parts, others).map((part) =>
    part.kind === 'year' ? { ...part, value: String(Number(part.value) + later) } : part,
  )
  return dateOf(shifted, today)
}

/** Days of every year: the months that are complete, and each day of the others. */
function yearlySpan(start: YearlyDays, end: YearlyDays): string[] | null {
  const [first, last] = [start.months[0]!, end.months.at(-1)!]
  const to = makeDay(2000, last, end.day ?? lastOfMonth(2000, last))
  const same = makeDay(2000, first, start.day ?? 1)
  const from = same === null || to === null || same <= to ? same : makeDay(1999, first, start.day ?? 1)
  if (from === null || to === null) return null
  const dates: string[] = []
  for (let day = from; day <= to;) {
    const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
    const lastDay = `${day.slice(0, 8)}${lastOfMonth(Number(day.slice(0, 4)), month)}`
    const isMonth = date === 1 && lastDay <= to
    dates.push(isMonth ? monthNames[month - 1]! : `${date} ${monthNames[month - 1]}`)
    day = addDays(isMonth ? lastDay : day, 1)
  }
  return dates
}

/** The months of a season; the winter of a year ends in the next one. */
function seasonOf(season: Season, year: number): string | null {
  const meaning = readDate(`${season} ${year}`)
  if (meaning === null || !('from' in meaning) || meaning.from === null || meaning.to === null) return null
  return `${meaning.from.slice(0, 7)}..${meaning.to.slice(0, 7)}`
}

const lastSeason = (season: Season, today: Day) => lastOne(today, (year) => seasonOf(season, year))

/** The latest that ends, or begins, before a day, of what has a date in every year. */
function lastOne(day: Day, dateIn: (year: number) => string | null, end: 'from' | 'to' = 'to'): string | null {
  const year = Number(day.slice(0, 4))
  const isBefore = (date: string | null) => {
    const meaning = date === null ? null : readDate(date)
    return meaning !== null && 'from' in meaning && (meaning[end] ?? day) < day
  }
  return [year, year - 1, year - 2].map(dateIn).find(isBefore) ?? null
}

/** The latest such weekday before a day; if it is below 1, that of last week. */
const weekdayBefore = (weekday: number, day: Day): Day => {
  const inWeek = addDays(mondayOf(day), weekday - 1)
  return inWeek < day ? inWeek : addDays(inWeek, -7)
}
