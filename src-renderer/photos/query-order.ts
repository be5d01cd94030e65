import type { PhotoSort } from '../../src-main/contract/library/query.ts'
import type { SearchNode } from '../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { mayShow } from '../../src-main/contract/library/search/sentence.ts'
import { type Asked, defaultSort } from './query-address.ts'

/** Whether a search asks for photos that look like a sentence. */
export const holdsSentence = (text: string): boolean => mayShow(text) && parse(text).terms.some(isSentence)

function isSentence(node: SearchNode): boolean {
  if (node.type === 'all' || node.type === 'any') return node.nodes.some(isSentence)
  return node.type === 'field' && node.field === 'shows'
}

/** The order of an album goes with it. */
export const withOrder = (asked: Asked): Asked =>
  asked.sort.by === 'album' && (asked.albumId ?? null) === null ? { ...asked, sort: defaultSort } : asked

/**
 * The order that goes with a changed text: a sentence shows what is most like it first as soon as it is written, until
 * the person sorts otherwise; with the last sentence that order goes.
 */
export function orderFor({ text: before, sort }: Asked, text: string): PhotoSort {
  const hasSentence = holdsSentence(text)
  if (hasSentence && !holdsSentence(before)) return { by: 'match', order: 'desc' }
  return !hasSentence && sort.by === 'match' ? defaultSort : sort
}
