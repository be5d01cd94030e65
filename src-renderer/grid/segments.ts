import { BLOCK } from '../photos/tile-source.ts'
import { type Pack, packSections } from './packed-days.ts'

/**
 * Consecutive photos under a header, such as those of a day. `key` is what they have in common; if it is empty they
 * have no header. The header shows `title`, or the date that the key means.
 */
export type GridSection = { key: string; first: number; count: number; title?: string }

/**
 * A list cut into segments of at most a hundred photos, each within one section, or a row that several sections share,
 * the last of which may go on in the next segment: what is laid out at a time. The rows of a segment depend only on
 * its own photos.
 */
export type Segments = {
  total: number
  /** The first photo of each segment, then the total. */
  starts: Int32Array
  /** 1 if a segment ends its section, so that its last row may stay short. */
  ends: Uint8Array
  /** The sections that begin in a segment: one, or several that share its row. */
  heads: ReadonlyMap<number, readonly GridSection[]>
}

/** The segments of a list; without sections they are its pages. With `options`, small days share a row. */
export function segmentsOf(
  total: number,
  sections: readonly GridSection[] = [],
  options?: Parameters<typeof packSections>[1],
): Segments {
  const all: readonly GridSection[] = sections.length > 0 ? sections : [{ key: '', first: 0, count: total }]
  const starts: number[] = []
  const ends: number[] = []
  const heads = new Map<number, readonly GridSection[]>()
  const packs: Pack<GridSection>[] = options
    ? packSections(all, options)
    : all.map((section) => ({ sections: [section] }))
  for (const { sections: own, inRow } of packs) {
    const { first } = own[0]!
    const count = own.reduce((sum, section) => sum + section.count, 0)
    if (count > 0) heads.set(starts.length, own)
    for (let from = 0; from < count;) {
      starts.push(first + from)
      from += from === 0 ? (inRow ?? BLOCK) : BLOCK
      ends.push(from >= count ? 1 : 0)
    }
  }
  return { total, starts: Int32Array.from([...starts, total]), ends: Uint8Array.from(ends), heads }
}

/** The segment of a photo. */
export const segmentOf = ({ starts }: Segments, index: number): number => lastNotAbove(starts, index)

/** The last index below the end whose value is not above a limit. Values must ascend. */
export function lastNotAbove(values: Int32Array | Float64Array, limit: number): number {
  let low = 0
  let high = Math.max(0, values.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((values[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
