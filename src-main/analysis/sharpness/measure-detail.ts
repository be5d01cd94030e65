import { LUMA_UNIT, type Luma } from '../photo/photo.ts'
import { REACH, sumBends } from './sum-energies.ts'

/** Number of parts that a photo is divided into, each way. */
export const ALONG = 8
/** Numbers of each part: the energies of `Bends`. */
export const DIRECTIONS = 4
/** Steps from one number to the next in which energy doubles. */
export const PER_OCTAVE = 8

/**
 * How much fine detail each part of a photo shows, row by row, in four directions: the mean energy of second
 * differences (modified Laplacian, S. K. Nayar and Y. Nakagawa, “Shape from focus”, IEEE Transactions on Pattern
 * Analysis and Machine Intelligence 16, 1994) in squared grey levels, as the logarithm to base 2 of one more, times
 * `PER_OCTAVE`. It compares frames of one view at one exposure: of two with different planes of focus each has more in
 * other parts.
 */
export function measureDetail(luma: Luma): Uint8Array {
  const edges = (side: number) =>
    Array.from({ length: ALONG + 1 }, (_, at) => REACH + Math.floor((at * Math.max(0, side - 2 * REACH)) / ALONG))
  const [columns, rows] = [edges(luma.width), edges(luma.height)]
  const detail = new Uint8Array(ALONG ** 2 * DIRECTIONS)
  for (let part = 0; part < ALONG ** 2; part++) {
    const [column, row] = [part % ALONG, Math.floor(part / ALONG)]
    const box = { x1: columns[column]!, y1: rows[row]!, x2: columns[column + 1]!, y2: rows[row + 1]! }
    const pixels = (box.x2 - box.x1) * (box.y2 - box.y1)
    if (pixels === 0) continue
    for (const [direction, energy] of sumBends(luma, box).entries())
      detail[part * DIRECTIONS + direction] = Math.round(PER_OCTAVE * Math.log2(1 + energy / pixels / LUMA_UNIT ** 2))
  }
  return detail
}
