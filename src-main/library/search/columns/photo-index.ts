import type { Bits } from './bits.ts'
import type { ListColumn, NumberArray, NumberColumn, TextColumn } from './column.ts'
import type { PackedLists } from './packed-lists.ts'
import type { TextValues } from './text-values.ts'

/** Photos in memory, as filters and facets read them. A photo's index in every array and set is its slot. */
export type PhotoIndex = {
  /** Slots of photos that may be found: neither removed nor concealed. */
  readonly live: Bits
  /** Slots of all photos of the library, including concealed ones. */
  readonly present: Bits
  /** Photo ids by slot. */
  readonly ids: Uint32Array
  /** The number of used slots, including those of removed photos. */
  readonly slots: number
  /** Folders whose root is absent, a bit for each folder id; null while no root is. */
  readonly awayFolders: Bits | null
  /** An empty set of slots. */
  noSlots(): Bits
  find(id: number): { slot: number; isThere: boolean }
  values<Values extends NumberArray>(column: NumberColumn<Values>): Values
  texts(column: TextColumn): TextValues
  lists(column: ListColumn): PackedLists
  /** The photos of each album in its own order. */
  readonly albums: { ids(album: number): Uint32Array }
  /** Increases with every change that can alter an answer. */
  readonly version: number
  /** Increases with every change of a name, a caption or a folder. */
  readonly textVersion: number
}
