import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import { readColors } from '../../../src-main/contract/library/search/colors.ts'
import { findField } from '../../../src-main/contract/library/search/fields.ts'
import { readLike } from '../../../src-main/contract/library/search/like.ts'
import type { Likeness } from '../../../src-main/contract/library/search/likeness.ts'
import type { Comparison, FieldNode, SearchNode } from '../../../src-main/contract/library/search/nodes.ts'
import { readSentence } from '../../../src-main/contract/library/search/sentence.ts'
import { capitalised, flagOf, stateWords } from './state-words.ts'

/** What tags and categories are called; the search holds their English names. */
export type TermNames = {
  tag(name: string): string
  /** `key` is `categorizer/name`. */
  category(key: string): string
}

/** A term of a search as a person reads it. */
export type TermWords = {
  label: string
  /** The English name of a tag or a category, where `label` is in the person's language. */
  name?: string
  /** Colours to show beside the label, as `#rrggbb`. */
  swatches?: readonly string[]
  /** Photos to show beside the label. */
  photoIds?: readonly PhotoId[]
  /** True where photos are wanted that do not have it. */
  isNegated?: boolean
}

/** A term in words: `3 stars or more`, `not “red car”`, `cat or dog`. */
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
      return isNegated ? inner : { ...inner, label: `not ${label}`, isNegated: true }
    }
    case 'any':
      return { label: node.nodes.map((each) => describeTerm(each, names).label).join(' or ') }
    case 'all':
      return { label: `(${node.nodes.map((each) => describeTerm(each, names).label).join(' and ')})` }
  }
}

/** What single values of fields are called. */
const valueWords: Readonly<Record<string, (value: string, comparison: Comparison) => string>> = {
  rating: (value, comparison) => describeRating(comparison, value),
  faces: (value, comparison) => describeFaces(comparison, value),
  date: (value, comparison) => describeDate(comparison, value),
  f: (value, comparison) => `${signs[comparison]}f/${value}`,
  label: (value) => (value === 'none' ? 'No label' : `${capitalised(value)} label`.trim()),
  is: (value) => stateWords[value] ?? capitalised(value),
  flag: (value) => flagOf(value)?.label ?? value,
  place: (value) => value,
  orientation: capitalised,
  type: (value) => (value === 'video' ? 'Video' : value.toUpperCase()),
}

/** Fields whose values are told in words that begin with a capital by themselves. */
const toldInWords: readonly string[] = ['is', 'flag', 'orientation', 'faces', 'rating', 'like', 'color', 'shows']
const isSentence = (node: SearchNode): boolean => node.type === 'field' && toldInWords.includes(node.field)

function describeField(node: FieldNode, names: TermNames): TermWords {
  const { comparison, values } = node
  const [first = ''] = values
  const inWords = (describe: (value: string) => string) => ({ label: values.map(describe).join(' or ') })
  switch (node.field) {
    case 'tag':
      return { ...inWords(names.tag), ...(values.length === 1 ? { name: first } : {}) }
    case 'category':
      return { ...inWords(names.category), ...(values.length === 1 ? { name: first.split('/').at(-1) ?? '' } : {}) }
    case 'color': {
      const colors = readColors(first)
      return colors === null
        ? { label: `Colour ${first}` }
        : { label: colors.length > 1 ? 'These colours' : 'This colour', swatches: colors.map(({ html }) => html) }
    }
    case 'like':
      return describeLike(values)
    case 'shows':
      return inWords(describeSentence)
    case 'within':
      return { label: 'A part of the map' }
    default:
      return inWords((value) => valueWords[node.field]?.(value, comparison) ?? describeOther(node, value))
  }
}

function describeSentence(value: string): string {
  const wanted = readSentence(value)
  if (wanted === null) return `Looks like ${value}`
  return `Looks like “${wanted.sentence}”${wanted.most === null ? '' : `, best ${wanted.most.toLocaleString('en')}`}`
}

const likeWords: Readonly<Record<Likeness, string>> = { same: 'The same as', very: 'Very like', alike: 'Like' }

function describeLike(values: readonly string[]): TermWords {
  const wanted = values.length === 1 ? readLike(values[0] ?? '') : null
  if (wanted === null) return { label: `Like ${values.join(' or ')}` }
  const { ids, likeness } = wanted
  return { label: `${likeWords[likeness]} ${ids.length > 1 ? 'these photos' : 'this photo'}`, photoIds: ids }
}

const signs: Readonly<Record<Comparison, string>> = { ':': '', '=': '', '<': '< ', '<=': '≤ ', '>': '> ', '>=': '≥ ' }

/** What stands before and behind the values of a field that is measured. */
const units: Readonly<Record<string, readonly [before: string, behind: string]>> = {
  iso: ['ISO ', ''],
  focal: ['', ' mm'],
  exposure: ['', ' s'],
  megapixels: ['', ' megapixels'],
  size: ['Size ', ''],
}

function describeOther({ field, comparison, values }: FieldNode, value: string): string {
  const [before, behind] = units[field] ?? [`${capitalised(findField(field)?.name ?? field)} `, '']
  // Of several values only the first says of what field they are.
  const isFirst = value === values[0]
  return `${isFirst ? before : ''}${signs[comparison]}${value}${/[a-z]$/i.test(value) ? '' : behind}`
}

function describeRating(comparison: Comparison, value: string): string {
  const isExact = comparison === ':' || comparison === '='
  if (isExact && value === '0') return 'Unrated'
  if (comparison === '>=' && value !== '5') return value === '1' ? '1 star or more' : `${value} stars or more`
  return `${signs[comparison === '>=' ? ':' : comparison]}${value} ${value === '1' ? 'star' : 'stars'}`
}

function describeFaces(comparison: Comparison, value: string): string {
  const isExact = comparison === ':' || comparison === '='
  if (isExact && value === '0') return 'No faces'
  if ((comparison === '>=' && value === '1') || (comparison === '>' && value === '0')) return 'With faces'
  if (comparison === '>=') return `${value} faces or more`
  return `${signs[comparison]}${value} ${value === '1' ? 'face' : 'faces'}`
}

const dateSigns: Readonly<Record<Comparison, string>> = {
  ':': '',
  '=': '',
  '<': 'before ',
  '<=': 'until ',
  '>': 'after ',
  '>=': 'since ',
}

function describeDate(comparison: Comparison, value: string): string {
  const [, from = '', to = ''] = /^(.*?)\.\.(.*)$/.exec(value) ?? []
  if (from === '' && to === '') return `${dateSigns[comparison]}${value}`
  if (from === '' || to === '') return from === '' ? `until ${to}` : `since ${from}`
  return `${from} to ${to}`
}
