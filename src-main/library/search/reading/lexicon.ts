import type { Language } from '../../../contract/analysis/language.ts'
import { spellingsOf } from '../../../contract/fold-text.ts'
import type { namedColors } from '../../../contract/library/search/colors.ts'
import { months as englishMonths, weekdayNames } from '../../../contract/library/search/date-words.ts'
import { editDistance } from '../../../contract/library/search/nearest-word.ts'
import type { TagNames } from '../../catalog/vocabulary/tag-names.ts'
import { localeOf } from '../../places/rows/country-names.ts'
import type { Slices } from '../columns/slices.ts'
import { dayWords } from './day-words.ts'
import { everywhere, markWords } from './mark-words.ts'
import { smallWords, type SmallWords } from './small-words.ts'
import { type Token, tokensOf } from './stems.ts'

/** Words that are no thing in a photo, by what they do in a sentence. */
export type Role =
  | 'filler'
  | 'not'
  | 'notBehind'
  | 'or'
  | 'orBehind'
  | 'since'
  | 'sinceBehind'
  | 'before'
  | 'beforeBehind'
  | 'until'
  | 'untilBehind'
  | 'between'
  | 'and'
  | 'to'
  | 'least'
  | 'more'
  | 'star'
  | 'last'
  | 'this'
  | 'every'

type NamedColor = keyof typeof namedColors

/** What some words of a sentence may mean. */
export type Meaning =
  | { readonly kind: 'role'; readonly role: Role }
  /** A concept of the vocabulary; `isName` if the words are its name, and no synonym. */
  | { readonly kind: 'thing'; readonly concept: string; readonly isName: boolean }
  /** A tag of the person's own. */
  | { readonly kind: 'tag'; readonly name: string }
  | { readonly kind: 'color'; readonly color: string }
  /** A term of the search language: what the person decided, or a kind of file. */
  | { readonly kind: 'mark'; readonly term: string }
  | { readonly kind: 'camera'; readonly name: string }
  | { readonly kind: 'person' | 'place'; readonly name: string }
  | { readonly kind: 'month'; readonly month: number }
  /** A day of a month: "first", without a month no number. */
  | { readonly kind: 'ordinal'; readonly day: number }
  /** From Monday, 1, on; those of last week from -6 on. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  /** Days of every year, as the search language calls them. */
  | { readonly kind: 'holiday'; readonly holiday: string }
  | { readonly kind: 'season'; readonly season: Season }
  /** Days in words of the search language; `#` is a number of the sentence. */
  | { readonly kind: 'date'; readonly date: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'unit'; readonly unit: (typeof units)[number] }

const units = ['day', 'week', 'month', 'year'] as const
export const seasons = ['spring', 'summer', 'autumn', 'winter'] as const
export type Season = (typeof seasons)[number]

type Entry = {
  readonly tokens: readonly Pick<Token, 'word' | 'accented' | 'bases'>[]
  readonly meaning: Meaning
  /** Words without inflections, and words of a language that the person did not choose, must be written exactly. */
  readonly isExact: boolean
  /** How many letters another word may differ in and is still the nearer one. */
  readonly rank: number
}

type Candidate = { entry: Entry; cost: number; isSame: boolean }

/** The longest words at some place of a sentence that mean something. */
export type Found = { readonly length: number; readonly meanings: readonly Meaning[]; readonly isExact: boolean }

/** What names of people, places and tags are added to the words of a language. */
export type OwnNames = {
  readonly people: readonly string[]
  /** Towns, regions and countries as they are called in the person's language. */
  readonly places: readonly string[]
  /** Tags that are no concept of the vocabulary. */
  readonly tags: readonly string[]
  readonly cameras: readonly string[]
}

/** The words of one language, and the names of one library, with what they mean in a sentence. */
export class Lexicon {
  readonly language: Language
  /** Single words that name a thing or a person, for what is misspelt. */
  readonly names: ReadonlySet<string>
  readonly #entries: ReadonlyMap<string, readonly Entry[]>
  readonly #numbers: ReadonlyMap<string, number>
  readonly #base: Lexicon | null

  private constructor(language: Language, gathered: Gathered, names: Iterable<string>, base: Lexicon | null) {
    this.language = language
    this.names = new Set(names)
    this.#entries = gathered.entries
    this.#numbers = gathered.numbers
    this.#base = base
  }

  static *from(
    entries: Iterable<Entry>,
    { language, names = [], base = null }: { language: Language; names?: Iterable<string>; base?: Lexicon | null },
  ): Slices<Lexicon> {
    return new Lexicon(language, yield* gather(entries), names, base)
  }

  /** The same with the names of a library. */
  *with(own: OwnNames): Slices<Lexicon> {
    const names = [...own.people, ...own.tags]
    return yield* Lexicon.from(this.#ownEntries(own), { language: this.language, names, base: this })
  }

  *#ownEntries({ people, places, tags, cameras }: OwnNames): Iterable<Entry> {
    for (const name of people)
      for (const text of new Set([name, name.split(/\s+/)[0]!]))
        yield* this.#entry(text, { kind: 'person', name: text })
    for (const name of places)
      for (const text of this.#withoutArticle(name)) yield* this.#entry(text, { kind: 'place', name })
    for (const name of tags) yield* this.#entry(name, { kind: 'tag', name })
    for (const name of new Set(cameras.flatMap(callsOfCamera)))
      yield* entryOf(name, { kind: 'camera', name }, { language: this.language, isExact: true })
  }

  /** "l-Italja" is also "mill-Italja": a name without the filler that it begins with, too. */
  #withoutArticle(name: string): string[] {
    const [first, ...others] = tokensOf(name, this.language)
    const isArticle = first !== undefined && others.length > 0 && this.#isFiller(first)
    return isArticle ? [name, name.slice(others[0]!.from)] : [name]
  }

  #isFiller(token: Token): boolean {
    const found = this.#entries.get(exactly(token)) ?? []
    return found.some(({ tokens, meaning }) => tokens.length === 1 && isRole(meaning, 'filler'))
  }

  #entry(text: string, meaning: Meaning): Entry[] {
    return entryOf(text, meaning, { language: this.language })
  }

  /** What begins at a token, with as many words as possible; null if nothing is known. */
  find(tokens: readonly Token[], at: number): Found | null {
    const found = this.#candidates(tokens, at)
    const length = Math.max(0, ...found.map(({ entry }) => entry.tokens.length))
    if (length === 0) return null
    const longest = found.filter(({ entry }) => entry.tokens.length === length)
    const best = Math.min(...longest.map(({ cost }) => cost))
    const roles = longest.filter(({ entry, cost }) => entry.meaning.kind === 'role' && (entry.isExact || cost === best))
    const periods = longest.filter(({ entry, isSame }) => entry.meaning.kind === 'unit' && isSame)
    const meant = longest.filter(({ cost }) => cost === best)
    return {
      length,
      isExact: meant.some(({ isSame }) => isSame),
      meanings: [...new Set([...meant, ...roles, ...periods].map(({ entry }) => entry.meaning))],
    }
  }

  #candidates(tokens: readonly Token[], at: number): Candidate[] {
    const first = tokens[at]
    if (first === undefined) return []
    const keys = [...first.stems, ...first.bases, exactly(first), ...(this.numberOf(first) === null ? [] : ['#'])]
    const found = [...new Set(keys.flatMap((key) => this.#entries.get(key) ?? []))].flatMap((entry) => {
      const letters = this.#lettersOf(entry, tokens, at)
      return letters === null ? [] : [{ entry, cost: letters + entry.rank, isSame: letters === 0 }]
    })
    return this.#base === null ? found : [...found, ...this.#base.#candidates(tokens, at)]
  }

  /** How far the words of a sentence are from those of an entry: 0 if they are the same; null if they are others. */
  #lettersOf({ tokens: wanted, isExact }: Entry, tokens: readonly Token[], at: number): number | null {
    let letters = 0
    for (const [i, { word, accented, bases }] of wanted.entries()) {
      const token = tokens[at + i]
      if (token === undefined) return null
      if (word === '#') {
        if (this.numberOf(token) === null) return null
      } else if (token.word !== word) {
        if (isExact || !bases.some((base) => token.stems.includes(base))) return null
        // Accents tell words apart that are else as near.
        const plain = editDistance(token.word, word)
        letters += 1 + plain + (editDistance(token.accented, accented) - plain) / 4
      }
    }
    return letters
  }

  /** The number that a word is, in digits or in words; null if it is none. */
  numberOf({ word }: Pick<Token, 'word'>): number | null {
    if (/^\d{1,4}$/.test(word)) return Number(word)
    return this.#numbers.get(word) ?? this.#base?.numberOf({ word }) ?? null
  }

  /** All single names, those of the base too. */
  *allNames(): Iterable<string> {
    yield* this.names
    if (this.#base !== null) yield* this.#base.allNames()
  }
}

/** What people call a camera: `Apple iPhone 15 Pro` also by its make, its model, and the family of the model. */
function callsOfCamera(name: string): string[] {
  const [make = '', ...model] = name.trim().split(/\s+/)
  const isName = (word: string, letters: number) => word.length >= letters && /^\p{L}+$/u.test(word)
  const families = model.slice(0, 1).filter((word) => isName(word, 5))
  return [name, ...(isName(make, 3) ? [make, model.join(' '), ...families] : [])].filter((each) => each !== '')
}

type Gathered = { entries: Map<string, Entry[]>; numbers: Map<string, number> }

/** Entries under each base of their first words, those without inflections under themselves; and the numbers. */
function* gather(all: Iterable<Entry>): Slices<Gathered> {
  const [entries, numbers] = [new Map<string, Entry[]>(), new Map<string, number>()]
  for (const entry of all) {
    const [first, ...others] = entry.tokens
    if (first === undefined) continue
    for (const key of entry.isExact ? [exactly(first)] : first.bases) {
      const known = entries.get(key)
      if (known === undefined) entries.set(key, [entry])
      else known.push(entry)
    }
    if (entry.meaning.kind === 'number' && others.length === 0) numbers.set(first.word, entry.meaning.number)
    yield
  }
  return { entries, numbers }
}

const isRole = (meaning: Meaning, role: Role): boolean => meaning.kind === 'role' && meaning.role === role

const exactly = ({ word }: Pick<Token, 'word'>): string => `=${word}`

/** `isForm`: the words are forms as they are in a sentence, not those of a dictionary. */
type EntryOptions = { language: Language; isExact?: boolean; isForm?: boolean; rank?: number }

const entryOf = (text: string, meaning: Meaning, options: EntryOptions): Entry[] =>
  spellingsOf(text).flatMap((spelling) => entryOfSpelling(spelling, meaning, options))

function entryOfSpelling(
  text: string,
  meaning: Meaning,
  { language, isExact = false, isForm = false, rank = 0 }: EntryOptions,
): Entry[] {
  const tokens = text.split('#').flatMap((part, i) => [
    ...(i === 0 ? [] : [{ word: '#', accented: '#', bases: ['#'] }]),
    ...tokensOf(part, language).map((token) => ({
      word: token.word,
      accented: token.accented,
      bases: isExact ? [] : isForm ? token.stems : token.bases,
    })),
  ])
  return tokens.length === 0 ? [] : [{ tokens, meaning, isExact, rank }]
}

const alternatives = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split('|'))

const roles = [
  'filler',
  'not',
  'notBehind',
  'or',
  'orBehind',
  'since',
  'sinceBehind',
  'before',
  'beforeBehind',
  'until',
  'untilBehind',
  'between',
  'and',
  'to',
  'least',
  'more',
  'star',
  'last',
  'this',
] as const satisfies readonly (Role & keyof SmallWords)[]

/** Roles whose words are inflected in a sentence. */
const inflected: ReadonlySet<Role> = new Set(['star', 'last', 'this'])

/** The words of a language: the vocabulary, colours, days, and the small words of sentences. */
export function* lexiconOf(language: Language, names: Pick<TagNames, 'namesIn' | 'about' | 'read'>): Slices<Lexicon> {
  yield* names.read(language)
  const things = names.namesIn(language)
  yield
  const base = language === 'en' ? null : yield* englishOf(names)
  const words = things.filter(({ text }) => !text.includes(' ')).map(({ text }) => text)
  const small = smallWords[language]
  const entries = function* () {
    yield* smallEntries(small, language)
    yield* dateEntries(language, new Set(alternatives(small.filler)))
    yield* dayEntries(language)
    yield* holidayEntries(language, { isExact: language === 'en' })
    yield* markEntries(language)
    yield* thingEntries(things, { language, names, others: small.other })
  }
  return yield* Lexicon.from(entries(), { language, names: words, base })
}

/** Forms of own words win over English ones: `na stole` is Polish for "on the table". */
const ENGLISH_RANK = 3.5
const english = new WeakMap<object, Lexicon>()

/** English names as a person may write them in any language: exactly so, where the language has no such word. */
function* englishOf(names: Pick<TagNames, 'namesIn' | 'about' | 'read'>): Slices<Lexicon> {
  const kept = english.get(names)
  if (kept !== undefined) return kept
  const things = names.namesIn('en').filter(({ text }) => text.length > 2)
  yield
  const entries = function* () {
    for (const { concept, text } of things)
      yield* entryOf(text, meaningOf(concept, true), { language: 'en', isExact: true, rank: ENGLISH_RANK })
    yield* holidayEntries('en', { isExact: true, rank: ENGLISH_RANK })
  }
  const made = yield* Lexicon.from(entries(), { language: 'en' })
  english.set(names, made)
  return made
}

function* smallEntries(small: SmallWords, language: Language): Iterable<Entry> {
  for (const role of roles)
    for (const text of alternatives(small[role]))
      yield* entryOf(text, { kind: 'role', role }, { language, isExact: !inflected.has(role), isForm: true })
  for (const text of alternatives(small.picture)) yield* entryOf(text, { kind: 'role', role: 'filler' }, { language })
  for (const [place, texts] of small.seasons.entries())
    for (const text of alternatives(texts))
      yield* entryOf(text, { kind: 'season', season: seasons[place]! }, { language, isForm: true })
  for (const [place, forms] of alternatives(small.numbers).entries())
    for (const text of forms.split('/'))
      yield* entryOf(text, { kind: 'number', number: place + 1 }, { language, isExact: true })
  for (const [place, texts] of (small.months ?? []).entries())
    for (const text of alternatives(texts))
      yield* entryOf(text, { kind: 'month', month: place + 1 }, { language, isForm: true })
  for (const [date, texts] of Object.entries(small.dates ?? {}))
    for (const text of alternatives(texts)) yield* entryOf(text, { kind: 'date', date }, { language, isForm: true })
}

/** Words for units of time are whatever else they may be, too: `lata` is Polish for years, and of the summer. */
const UNIT_RANK = 3.5

/** Months, and days relative to today, in the words of the language. */
function* dateEntries(language: Language, fillers: ReadonlySet<string>): Iterable<Entry> {
  // A language that the system lacks gets English days, not those of the system's own language. Years are those of the
  // Gregorian calendar, so that a month of another one would be read as a wrong month.
  const locale = [localeOf(language), 'en']
  const calendar = 'gregory'
  const entriesOf = function* (text: string, meaning: Meaning): Iterable<Entry> {
    yield* entryOf(text, meaning, { language, isForm: true })
    // "el año pasado" is also "del año pasado".
    const [first, ...others] = tokensOf(text, language)
    if (first !== undefined && others.length > 1 && fillers.has(first.word) && !text.startsWith('#'))
      yield* entryOf(text.slice(first.to), meaning, { language, isForm: true })
  }
  for (let month = 1; month <= 12; month++) {
    const day = new Date(Date.UTC(2000, month - 1, 1))
    const alone = new Intl.DateTimeFormat(locale, { month: 'long', calendar, timeZone: 'UTC' })
    const within = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', calendar, timeZone: 'UTC' })
    const genitive = within.formatToParts(day).find(({ type }) => type === 'month')?.value ?? ''
    for (const text of new Set([alone.format(day), genitive]))
      if (/\p{L}/u.test(text)) yield* entriesOf(text, { kind: 'month', month })
  }
  if (language === 'en') for (const [text, month] of englishMonths) yield* entriesOf(text, { kind: 'month', month })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const counted = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  for (const [unit, back, date] of [
    ['day', 0, 'today'],
    ['day', -1, 'yesterday'],
    ['day', -2, '2 days ago'],
    ['week', 0, 'this week'],
    ['week', -1, 'last week'],
    ['month', 0, 'this month'],
    ['month', -1, 'last month'],
    ['year', 0, 'this year'],
    ['year', -1, 'last year'],
  ] as const) {
    const text = relative.format(back, unit)
    if (!/\d/.test(text)) yield* entriesOf(text, { kind: 'date', date })
  }
  for (const unit of units) {
    const alone = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    for (const count of [1, 2, 3, 5]) {
      const parts = counted.formatToParts(-count, unit)
      const text = parts.map((part) => (part.type === 'integer' ? '#' : part.value)).join('')
      if (text.includes('#')) yield* entriesOf(text, { kind: 'date', date: `# ${unit}s ago` })
      const word = alone.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? ''
      if (/\p{L}/u.test(word)) yield* entryOf(word, { kind: 'unit', unit }, { language, isForm: true, rank: UNIT_RANK })
    }
  }
}

/** Weekdays in the words of the system, of one week and of every week, and the first days of a month. */
function* dayEntries(language: Language): Iterable<Entry> {
  const { ordinals, weekdays = [], ofLastWeek = [], every, weekly = [], weekends } = dayWords[language]
  const form = { language, isForm: true }
  const locale = [localeOf(language), 'en']
  const alone = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const within = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  for (let weekday = 1; weekday <= 7; weekday++) {
    const day = new Date(Date.UTC(2024, 0, weekday)) // 1 January 2024 was a Monday.
    const inDate = within.formatToParts(day).find(({ type }) => type === 'weekday')?.value ?? ''
    for (const text of new Set([alone.format(day), inDate, ...alternatives(weekdays[weekday - 1])]))
      // "Sundays" are not the last one.
      yield* entryOf(text, { kind: 'weekday', weekday }, { ...form, isExact: language === 'en' })
  }
  for (const [place, texts] of ofLastWeek.entries())
    for (const text of alternatives(texts)) yield* entryOf(text, { kind: 'weekday', weekday: place - 6 }, form)
  for (const text of alternatives(every))
    yield* entryOf(text, { kind: 'role', role: 'every' }, { language, isExact: true })
  for (const [place, texts] of [...weekly, weekends].entries())
    for (const text of alternatives(texts))
      yield* entryOf(text, { kind: 'date', date: weekdayNames[place] ?? 'weekends' }, { language, isExact: true })
  for (const [place, text] of alternatives(ordinals).entries())
    yield* entryOf(text, { kind: 'ordinal', day: place + 1 }, { ...form, isExact: language === 'en' })
}

function* holidayEntries(language: Language, options: Pick<EntryOptions, 'isExact' | 'rank'>): Iterable<Entry> {
  for (const [holiday, texts] of Object.entries(dayWords[language].holidays))
    for (const text of alternatives(texts))
      yield* entryOf(text, { kind: 'holiday', holiday }, { language, isForm: true, ...options })
}

function* markEntries(language: Language): Iterable<Entry> {
  for (const [words, isExact] of [
    [everywhere, true],
    [markWords[language] ?? {}, language === 'en'],
  ] as const)
    for (const [term, texts] of Object.entries(words))
      for (const text of alternatives(texts))
        yield* entryOf(text, { kind: 'mark', term }, { language, isForm: true, isExact })
}

/**
 * The concepts that are colours of the search language. Names of colours that are things as well, such as the sky or a
 * lime, are things.
 */
const COLORS: Readonly<Record<string, NamedColor>> = {
  red: 'red',
  'orange-color': 'orange',
  yellow: 'yellow',
  green: 'green',
  teal: 'teal',
  turquoise: 'turquoise',
  blue: 'blue',
  purple: 'purple',
  pink: 'pink',
  beige: 'beige',
  brown: 'brown',
  white: 'white',
  grey: 'grey',
  black: 'black',
}

function meaningOf(concept: string, isName: boolean): Meaning {
  const color = COLORS[concept]
  return color === undefined ? { kind: 'thing', concept, isName } : { kind: 'color', color }
}

/** The things of the vocabulary, under their names in the language. */
function* thingEntries(
  things: ReturnType<TagNames['namesIn']>,
  {
    language,
    names,
    others = {},
  }: { language: Language; names: Pick<TagNames, 'about'>; others?: Readonly<Record<string, string>> | undefined },
): Iterable<Entry> {
  for (const { concept, text } of things) {
    const isName = language !== 'en' || text === names.about(concept).name
    yield* entryOf(text, meaningOf(concept, isName), { language })
  }
  for (const [concept, texts] of Object.entries(others))
    for (const text of alternatives(texts)) yield* entryOf(text, meaningOf(concept, true), { language })
}
