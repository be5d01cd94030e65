import { type Bits, clearBit, forEachBit } from './bits.ts'
import { numberColumn } from './column.ts'
import type { PhotoColumns } from './photo-columns.ts'

/** A photo's verdict as a number: 0 is safe. */
export const verdictColumn = numberColumn('p.nsfw', Uint8Array)
/** 1 for a photo that a person marked as private. */
export const privateColumn = numberColumn('p.is_private', Uint8Array)

/** Kinds of photos that no search, count or suggestion has. */
export type Concealment = { sensitive: boolean; private: boolean }
export const nothingConcealed: Concealment = { sensitive: false, private: false }

/** Takes photos of some kinds out of a set. */
export function conceal(columns: Pick<PhotoColumns, 'values'>, photos: Bits, kinds: Concealment): void {
  const verdicts = columns.values(verdictColumn)
  const marks = columns.values(privateColumn)
  forEachBit(photos, (slot) => {
    if ((kinds.sensitive && verdicts[slot] !== 0) || (kinds.private && marks[slot] === 1)) clearBit(photos, slot)
  })
}
