import type { PhotoSort } from '../../src-main/contract/library/query.ts'
import type { SearchNode } from '../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { mayShow } from '../../src-main/contract/library/search/sentence.ts'
import { type Asked, defaultSort } from './query-address.ts'

/** Whether a search asks for photos that match a sentence. */
export const holdsSentence = (text: string): boolean => mayShow(text) && parse(text).terms.some(isSentence)

function isSentence(node: SearchNode): boolean {
  if (node.type === 'all' || node.type === 'any') return node.nodes.some(isSentence)
  return node.type === 'field' && node.field === 'shows'
}

/** Adds the order of an album. */
export const withOrder = (asked: Asked): Asked =>
  asked.sort.by === 'album' && (asked.albumId ?? null) === null ? { ...asked, sort: defaultSort } : asked

/**
 * The order after a change of the text. With a new sentence, the best matches come first until the person sorts
 * otherwise; without any sentence, that order ends.
 */
export function orderFor({ text: before, sort }: Asked, text: string): PhotoSort {
  const hasSentence = holdsSentence(text)
  if (hasSentence && !holdsSentence(before)) return { by: 'match', order: 'desc' }
  return !hasSentence && sort.by === 'match' ? defaultSort : sort
}
