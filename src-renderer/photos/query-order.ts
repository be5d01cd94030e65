import type { PhotoSort } from '../../src-main/contract/library/query.ts'
import type { SearchNode } from '../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { type Asked, defaultSort } from './query-address.ts'

/** Fields that a photo matches more or less, as `contract/library/search/fields.ts` calls them. */
const rankingFields: readonly string[] = ['shows', 'color', 'fits']
/** Whether a text may contain such a field, or one of its other names. */
const mayRank = (text: string): boolean => /\b(?:shows|sentence|colou?r|fits)\b/i.test(text)

/** Whether a search asks for photos that match a sentence or a colour, which have a best match. */
export const hasBestMatch = (text: string): boolean => mayRank(text) && parse(text).terms.some(isRanking)

function isRanking(node: SearchNode): boolean {
  if (node.type === 'all' || node.type === 'any') return node.nodes.some(isRanking)
  return node.type === 'field' && rankingFields.includes(node.field)
}

/** Adds the order of an album. */
export const withOrder = (asked: Asked): Asked =>
  asked.sort.by === 'album' && (asked.albumId ?? null) === null ? { ...asked, sort: defaultSort } : asked

/**
 * The order after a change of the text. With a first sentence or colour, the best matches come first until the person
 * sorts otherwise; without any, that order ends.
 */
export function orderFor({ text: before, sort }: Asked, text: string): PhotoSort {
  const isRanked = hasBestMatch(text)
  if (isRanked && !hasBestMatch(before)) return { by: 'match', order: 'desc' }
  return !isRanked && sort.by === 'match' ? defaultSort : sort
}
