import { nameOfColor } from '../../words/color-labels.ts'
import { t, type MessageKey } from '../../locales/messages.ts'
import { perLocale, writeChoice, writeList } from '../../locales/formats.ts'
import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import { readColors } from '../../../src-main/contract/library/search/colors.ts'
import { monthNames, weekdayNames } from '../../../src-main/contract/library/search/date-words.ts'
import { type Holiday, readHoliday } from '../../../src-main/contract/library/search/holidays.ts'
import { findField, searchFields, type SearchField } from '../../../src-main/contract/library/search/fields.ts'
import { readLike } from '../../../src-main/contract/library/search/like.ts'
import type { Comparison, FieldNode, SearchNode } from '../../../src-main/contract/library/search/nodes.ts'
import { type NumberRange, readNumbers } from '../../../src-main/contract/library/search/numbers.ts'
import { readSentence } from '../../../src-main/contract/library/search/sentence.ts'
import { nameOfHtml } from './palette.ts'
import { capitalised, flagOf, nameOfEyes, nameOfOrientation, stateWords } from './state-words.ts'

/** Labels of tags and categories; the search contains their English names. */
export type TermNames = {
  tag(name: string): string
  /** `key` is `categorizer/name`. */
  category(key: string): string
}

/** A term of a search for people. */
export type TermWords = {
  label: string
  /** The English name of a tag or a category, if `label` is in the person's language. */
  name?: string
  /** Colours to show beside the label, as `#rrggbb`. */
  swatches?: readonly string[]
  /** Photos to show beside the label. */
  photoIds?: readonly PhotoId[]
  /** True if the photos must not match it. */
  isNegated?: boolean
}

/** Describes a term: `3 stars or more`, `not “red car”`, `cat or dog`. */
export function describeTerm(node: SearchNode, names: TermNames): TermWords {
  switch (node.type) {
    case 'word':
      return { label: node.text }
    case 'phrase':
      return { label: `“${node.text}”` }
    case 'field':
      return describeField(node, names)
    case 'not': {
      const { isNegated = false, ...inner } = describeTerm(node.node, names)
      const label = isSentence(node.node) ? inner.label.charAt(0).toLowerCase() + inner.label.slice(1) : inner.label
      return isNegated ? inner : { ...inner, label: t('search.not', { term: label }), isNegated: true }
    }
    case 'any':
      return { label: writeChoice(node.nodes.map((each) => describeTerm(each, names).label)) }
    case 'all':
      return { label: `(${writeList(node.nodes.map((each) => describeTerm(each, names).label))})` }
  }
}

/** Labels of the values of some fields. */
const valueWords: Readonly<Record<string, (value: string, comparison: Comparison) => string>> = {
  rating: (value, comparison) => describeRating(comparison, value),
  faces: (value, comparison) => describeFaces(comparison, value),
  date: (value, comparison) => describeDate(comparison, value),
  f: (value, comparison) => `${signs[comparison]}f/${writeRange(value)}`,
  label: (value) =>
    value === 'none' ? t('search.noLabel') : t('search.labelled', { color: nameOfColor(capitalised(value)) }),
  is: (value) => stateWords[value] ?? capitalised(value),
  flag: (value) => flagOf(value)?.label ?? value,
  place: (value) => value,
  fits: (value) => t(value === 'most' ? 'search.fitsMost' : 'search.fitsAll'),
  eyes: nameOfEyes,
  orientation: nameOfOrientation,
  type: (value) => (value === 'video' ? t('search.video') : value.toUpperCase()),
}

/** Fields whose values begin with a capital in their labels. */
const capitalisedFields: readonly string[] = [
  'is',
  'flag',
  'orientation',
  'faces',
  'eyes',
  'rating',
  'like',
  'color',
  'shows',
  'change',
]
const isSentence = (node: SearchNode): boolean => node.type === 'field' && capitalisedFields.includes(node.field)

function describeField(node: FieldNode, names: TermNames): TermWords {
  const { comparison, values } = node
  const [first = ''] = values
  const inWords = (describe: (value: string) => string) => ({ label: writeChoice(values.map(describe)) })
  switch (node.field) {
    case 'tag':
      return { ...inWords(names.tag), ...(values.length === 1 ? { name: first } : {}) }
    case 'category':
      return { ...inWords(names.category), ...(values.length === 1 ? { name: first.split('/').at(-1) ?? '' } : {}) }
    case 'color': {
      const colors = readColors(first)
      return colors === null
        ? { label: t('search.colourNamed', { name: first }) }
        : {
            label: t(colors.length > 1 ? 'search.coloursNamed' : 'search.colourNamed', {
              name: writeList(colors.map(({ html: code }) => nameOfHtml(code))),
            }),
            swatches: colors.map(({ html }) => html),
          }
    }
    case 'like':
      return describeLike(values)
    case 'change':
      return { label: t('search.ofChange', { count: values.length }) }
    case 'shows':
      return inWords(describeSentence)
    case 'within':
      return { label: t('search.partOfMap') }
    default:
      return inWords((value) => valueWords[node.field]?.(value, comparison) ?? describeOther(node, value))
  }
}

function describeSentence(value: string): string {
  const wanted = readSentence(value)
  if (wanted === null) return t('search.looksLikeCode', { text: value })
  const { sentence: text, max } = wanted
  return max === null ? t('search.looksLike', { text }) : t('search.looksLikeBest', { text, count: max })
}

function describeLike(values: readonly string[]): TermWords {
  const wanted = values.length === 1 ? readLike(values[0] ?? '') : null
  if (wanted === null) return { label: t('search.likePhotos', { text: writeChoice(values) }) }
  const { ids, likeness } = wanted
  return { label: t(`search.like_${likeness}`, { count: ids.length }), photoIds: ids }
}

const signs: Readonly<Record<Comparison, string>> = { ':': '', '=': '', '<': '< ', '<=': '≤ ', '>': '> ', '>=': '≥ ' }

/** Text before and after the values of a measured field. */
const units: Readonly<Record<string, readonly [before: string, behind: string]>> = {
  iso: ['ISO ', ''],
  focal: ['', ' mm'],
  exposure: ['', ' s'],
}

/** Fields whose value is shown unchanged after the name of the field. */
const textFields = [
  'camera',
  'lens',
  'folder',
  'album',
  'name',
  'title',
  'caption',
  'text',
  'creator',
  'city',
  'person',
] as const
type ValueField = (typeof textFields)[number]
const isTextField = (field: string): field is ValueField => (textFields as readonly string[]).includes(field)

function describeOther({ field, comparison, values }: FieldNode, value: string): string {
  if (field === 'size' || field === 'megapixels')
    return t(`search.${field}`, { value: `${signs[comparison]}${writeRange(value)}` })
  // Of several values, only the first names the field.
  const isFirst = value === values[0]
  if (isTextField(field)) return isFirst ? t(`search.of_${field}`, { value }) : value
  const [before, behind] = units[field] ?? [`${capitalised(findField(field)?.name ?? field)} `, '']
  return `${isFirst ? before : ''}${signs[comparison]}${writeRange(value)}${/[a-z]$/i.test(value) ? '' : behind}`
}

/** `100 to 800` for `100..800`; other values, and ranges with one end, as they are. */
function writeRange(value: string): string {
  const [, from, to] = /^(\d.*?)\.\.(.+)$/.exec(value) ?? []
  return from === undefined || to === undefined ? value : t('search.fromTo', { from, to })
}

function describeRating(comparison: Comparison, value: string): string {
  const count = readCount(searchFields.rating, comparison, value)
  if (count === null) return value
  const { from, to } = count
  if (to === Infinity) return from < MAX_RATING ? t('search.starsOrMore', { count: from }) : countStars(from)
  if (from < to) return t('search.starsFromTo', { from, count: to })
  return to === 0 && isExact(comparison) ? t('search.unrated') : `${signs[comparison]}${countStars(to)}`
}

const MAX_RATING = 5
const countStars = (count: number): string => t('words.stars', { count })

function describeFaces(comparison: Comparison, value: string): string {
  const count = readCount(searchFields.faces, comparison, value)
  if (count === null) return value
  const { from, to } = count
  if (to === Infinity) return from === 1 ? t('search.withFaces') : t('search.facesOrMore', { count: from })
  if (from < to) return t('search.facesFromTo', { from, count: to })
  if (to === 0 && isExact(comparison)) return t('search.noFaces')
  if (to === 0 && comparison === '>') return t('search.withFaces')
  return `${signs[comparison]}${t('inspector.faceCount', { count: to })}`
}

const isExact = (comparison: Comparison): boolean => comparison === ':' || comparison === '='

/** The ends of `2..4`, of `3+` and of `>=3`; those of any other comparison are its number. Null if it is none. */
function readCount(field: SearchField, comparison: Comparison, value: string): NumberRange | null {
  return readNumbers(field, comparison === '>=' ? '>=' : ':', value)
}

const dateWords: Partial<Record<Comparison, MessageKey>> = {
  '<': 'search.before',
  '<=': 'search.until',
  '>': 'search.after',
  '>=': 'search.since',
}

function writeFrom(comparison: Comparison, date: string): string {
  const key = dateWords[comparison]
  return key === undefined ? date : t(key, { date })
}

const relative = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const dayName = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
)
const weekdayName = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }))
const monthName = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }))

/** Days that the search writes in English words, as the person says them; null for others. */
function dateInWords(value: string): string | null {
  const [, which = '', unit] = /^(this|last) (week|month|year)$/.exec(value) ?? []
  if (unit !== undefined) return relative().format(which === 'this' ? 0 : -1, unit as Intl.RelativeTimeFormatUnit)
  const [, count, units = ''] = /^(\d+) (day|week|month|year)s? ago$/.exec(value) ?? []
  if (count !== undefined) return relative().format(-Number(count), units as Intl.RelativeTimeFormatUnit)
  if (value === 'today' || value === 'yesterday') return relative().format(value === 'today' ? 0 : -1, 'day')
  const month = monthNames.indexOf(value)
  if (month >= 0) return monthName().format(new Date(Date.UTC(2000, month, 1)))
  const [, day, name = ''] = /^(\d{1,2}) (\w+)$/.exec(value) ?? []
  if (monthNames.includes(name))
    return dayName().format(new Date(Date.UTC(2000, monthNames.indexOf(name), Number(day))))
  if (isSeason(value)) return t(`search.${value}`)
  return weekdayInWords(value) ?? holidayInWords(value)
}

/** 1 January 2024 was a Monday. */
function weekdayInWords(value: string): string | null {
  if (value === 'weekends') return t('search.everyWeekend')
  const place = weekdayNames.indexOf(value)
  return place < 0 ? null : t('search.everyDay', { day: weekdayName().format(new Date(Date.UTC(2024, 0, place + 1))) })
}

function holidayInWords(value: string): string | null {
  const found = readHoliday(value)
  if (found === null) return null
  const holiday = t(holidayWords[found.holiday])
  return found.year === null ? holiday : t('search.holidayIn', { holiday, year: String(found.year) })
}

const holidayWords: Readonly<Record<Holiday, MessageKey>> = {
  christmas: 'search.christmas',
  'orthodox christmas': 'search.orthodoxChristmas',
  "new year's eve": 'search.newYearsEve',
  'new year': 'search.newYear',
  easter: 'search.easter',
  'orthodox easter': 'search.orthodoxEaster',
  carnival: 'search.carnival',
  pentecost: 'search.pentecost',
  'orthodox pentecost': 'search.orthodoxPentecost',
  midsummer: 'search.midsummer',
  thanksgiving: 'search.thanksgiving',
  songkran: 'search.songkran',
  'lunar new year': 'search.lunarNewYear',
  'mid-autumn': 'search.midAutumn',
  diwali: 'search.diwali',
  holi: 'search.holi',
  nowruz: 'search.nowruz',
  ramadan: 'search.ramadan',
  'eid al-fitr': 'search.eidAlFitr',
  'eid al-adha': 'search.eidAlAdha',
  hanukkah: 'search.hanukkah',
  purim: 'search.purim',
  passover: 'search.passover',
  'rosh hashanah': 'search.roshHashanah',
  'yom kippur': 'search.yomKippur',
  sukkot: 'search.sukkot',
}

const seasons = ['spring', 'summer', 'autumn', 'winter'] as const
const isSeason = (value: string): value is (typeof seasons)[number] => (seasons as readonly string[]).includes(value)

function describeDate(comparison: Comparison, value: string): string {
  const inWords = dateInWords(value)
  if (inWords !== null) return writeFrom(comparison, inWords)
  const [, from = '', to = ''] = /^(.*?)\.\.(.*)$/.exec(value) ?? []
  if (from === '' && to === '') return writeFrom(comparison, value)
  if (from === '' || to === '') return from === '' ? t('search.until', { date: to }) : t('search.since', { date: from })
  return t('search.fromTo', { from, to })
}
