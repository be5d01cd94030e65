import type { Bits } from './bits.ts'
import type { ListColumn, NumberArray, NumberColumn, TextColumn } from './column.ts'
import type { PackedLists } from './packed-lists.ts'
import type { TextValues } from './text-values.ts'

/** What filters and facets read of all photos, in memory. A photo's place in every array and set is its slot. */
export type PhotoIndex = {
  /** Slots of photos that may be found: neither those that a person removed nor those that are concealed. */
  readonly live: Bits
  /** Slots of all photos of the library, those that are concealed included. */
  readonly present: Bits
  /** Photo ids by slot. */
  readonly ids: Uint32Array
  /** How many slots are in use, those of removed photos included. */
  readonly slots: number
  /** Folders whose root is away, a bit for each folder id; null while no root is. */
  readonly awayFolders: Bits | null
  /** An empty set of slots. */
  noSlots(): Bits
  find(id: number): { slot: number; isThere: boolean }
  values<Values extends NumberArray>(column: NumberColumn<Values>): Values
  texts(column: TextColumn): TextValues
  lists(column: ListColumn): PackedLists
  /** The photos of each album in its own order. */
  readonly albums: { ids(album: number): Uint32Array }
  /** Rises with every change that can alter an answer. */
  readonly version: number
  /** Rises with every change of a name, a caption or a folder. */
  readonly textVersion: number
}
