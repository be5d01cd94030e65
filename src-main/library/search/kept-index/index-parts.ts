import type { PhotoQuery } from '../../../contract/library/query.ts'
import type { ListParts } from '../columns/packed-lists.ts'
import type { ColumnParts } from '../columns/photo-columns.ts'
import type { TextParts } from '../columns/text-values.ts'

/**
 * The content of the search index as arrays: lists by their position in the denormalised rows, texts by the SQL of
 * their columns, orders as slots by ascending keys.
 */
export type IndexParts = {
  numbers: ColumnParts
  lists: [place: number, ListParts][]
  texts: [sql: string, TextParts][]
  orders: [Exclude<PhotoQuery['sort']['by'], 'match' | 'album'>, Uint32Array][]
}
