import { LEVEL, type Scale } from './planes-kernel.ts'

/** Coefficients of a block that pixels of so many rows and columns are made of, from none of them to four. */
const KEPT = [0, 1, 5, 13, 25] as const
/** Rows and columns that a small picture has room for. */
const SIDE = 4

/** How many coefficients in zigzag order hold the first `scale` in both directions. */
export const keptFor = (scale: Scale): number => KEPT[scale]

/** Column and row of each coefficient in zigzag order (ITU T.81, figure A.6). */
const zigzag: readonly (readonly [u: number, v: number])[] = Array.from({ length: 15 }, (_, sum) => sum).flatMap(
  (sum) => {
    const diagonal = Array.from({ length: 8 }, (_, u) => [u, sum - u] as const).filter(([, v]) => v >= 0 && v < 8)
    return sum % 2 === 0 ? diagonal : diagonal.toReversed()
  },
)

/**
 * What each coefficient that is kept adds to the pixels of a block, `scale` of them in both directions in place of eight:
 * the cosines of the inverse transform (T.81, A.3.3) at their places, as `LEVEL` parts of a level. Sixteen numbers for
 * each, four a row; those of coefficients with finer cosines than the pixels can show are 0.
 */
export function smallPictures(quanta: readonly number[], scale: Scale): Float32Array {
  const kept = keptFor(scale)
  const pictures = new Float32Array(kept * SIDE * SIDE)
  for (let k = 0; k < kept; k++) {
    const [u, v] = zigzag[k]!
    if (u >= scale || v >= scale) continue
    for (let y = 0; y < scale; y++)
      for (let x = 0; x < scale; x++)
        pictures[(k * SIDE + y) * SIDE + x] = (LEVEL * quanta[k]! * cosineOf(u, x, scale) * cosineOf(v, y, scale)) / 4
  }
  return pictures
}

const cosineOf = (wave: number, place: number, scale: Scale): number =>
  (wave === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * place + 1) * wave * Math.PI) / (2 * scale))
