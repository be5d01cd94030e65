import type { PhotoId } from '../../../src-main/contract/library/ids.ts'
import { readColors } from '../../../src-main/contract/library/search/colors.ts'
import { findField } from '../../../src-main/contract/library/search/fields.ts'
import { readLike } from '../../../src-main/contract/library/search/like.ts'
import type { Likeness } from '../../../src-main/contract/library/search/likeness.ts'
import type { Comparison, FieldNode, SearchNode } from '../../../src-main/contract/library/search/nodes.ts'
import { capitalised, flagWords, stateWords } from './state-words.ts'

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
      const label = inner.photoIds ? inner.label.charAt(0).toLowerCase() + inner.label.slice(1) : inner.label
      return isNegated ? inner : { ...inner, label: `not ${label}`, isNegated: true }
    }
    case 'any':
      return { label: node.nodes.map((each) => describeTerm(each, names).label).join(' or ') }
    case 'all':
      return { label: `(${node.nodes.map((each) => describeTerm(each, names).label).join(' and ')})` }
  }
}

function describeField(node: FieldNode, names: TermNames): TermWords {
  const { comparison, values } = node
  const [first = ''] = values
  const inWords = (describe: (value: string) => string) => ({ label: values.map(describe).join(' or ') })
  switch (node.field) {
    case 'tag':
      return { ...inWords(names.tag), ...(values.length === 1 ? { name: first } : {}) }
    case 'category':
      return { ...inWords(names.category), ...(values.length === 1 ? { name: first.split('/').at(-1) ?? '' } : {}) }
    case 'rating':
      return inWords((value) => describeRating(comparison, value))
    case 'faces':
      return inWords((value) => describeFaces(comparison, value))
    case 'date':
      return inWords((value) => describeDate(comparison, value))
    case 'color': {
      const colors = readColors(first)
      return colors === null
        ? { label: `Colour ${first}` }
        : { label: colors.length > 1 ? 'These colours' : 'This colour', swatches: colors.map(({ html }) => html) }
    }
    case 'like':
      return describeLike(values)
    case 'is':
      return inWords((value) => stateWords[value] ?? capitalised(value))
    case 'flag':
      return inWords((value) => Object.values(flagWords).find((flag) => flag.value === value)?.label ?? value)
    case 'place':
      return inWords((value) => value)
    case 'within':
      return { label: 'A part of the map' }
    case 'orientation':
      return inWords(capitalised)
    case 'type':
      return inWords((value) => (value === 'video' ? 'Video' : value.toUpperCase()))
    default:
      return inWords((value) => describeOther(node, value))
  }
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
  f: ['f/', ''],
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
