import { BLOCK_GROUPS, BLOCK_ROWS, type RowLayout } from './row-layout.ts'
import { SIGN_BYTES_AT_ONCE } from './row-signs-kernel.ts'
import { ERRORS_AT, MASKS_AT, siftConstants } from './sift-rows.ts'
import { TABLE_BYTES } from './sign-sums.ts'

/** Bytes that a kernel takes for a row's signs. */
export const wholeOf = (bytes: number): number => Math.ceil(bytes / SIGN_BYTES_AT_ONCE) * SIGN_BYTES_AT_ONCE

/** Offsets of everything that a search keeps in memory, in bytes. */
export function placesOf({ headBytes, signBytes, firstBytes }: RowLayout) {
  let at = 0
  const place = (bytes: number) => (at += Math.ceil(bytes / 16) * 16) - Math.ceil(bytes / 16) * 16
  const places = {
    query: place(headBytes * 2),
    tables: place(firstBytes * TABLE_BYTES),
    otherTables: place(wholeOf(signBytes - firstBytes) * TABLE_BYTES),
    rows: place(BLOCK_ROWS * 4),
    rowAddresses: place(BLOCK_ROWS * 4),
    constants: place(siftConstants.length * 4),
    list: place(MASKS_AT + BLOCK_GROUPS * 4),
    others: place(BLOCK_ROWS * 4),
    products: place(BLOCK_ROWS * 4),
    out: place(ERRORS_AT + BLOCK_ROWS * 4),
  }
  return { ...places, bytes: at }
}

export type Places = ReturnType<typeof placesOf>

/** Memory that a search needs, in bytes. */
export const scratchBytesOf = (layout: RowLayout): number => placesOf(layout).bytes
