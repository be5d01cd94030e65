import { LEVEL } from './planes-kernel.ts'
import type { Plane } from './read-planes.ts'

/** Bits after the binary point. */
const SHIFT = 10
const fixed = (factor: number): number => Math.round(factor * 2 ** SHIFT)
/** From YCbCr as in JFIF (ITU T.871, clause 7). */
const RED_OF_CR = fixed(1.402)
const GREEN_OF_CB = fixed(-0.344136)
const GREEN_OF_CR = fixed(-0.714136)
const BLUE_OF_CB = fixed(1.772)
const DOWN = SHIFT + Math.log2(LEVEL)
const HALF = 2 ** (DOWN - 1)
const MIDDLE = 128 * LEVEL

/** Interleaved RGB from planes of one size: brightness and two of colour, or brightness alone. */
export function planesToRgb(memory: ArrayBuffer, planes: readonly Plane[]): Uint8Array {
  const [brightness, cb, cr] = planes
  const { width, height } = brightness!
  const data = new Uint8ClampedArray(width * height * 3)
  const rowOf = ({ at, stride }: Plane, y: number) => new Int16Array(memory, at + 2 * y * stride, width)
  for (let y = 0; y < height; y++) {
    const row = data.subarray(3 * y * width, 3 * (y + 1) * width)
    if (cb === undefined || cr === undefined) fillGrey(rowOf(brightness!, y), row)
    else fillColor(rowOf(brightness!, y), rowOf(cb, y), rowOf(cr, y), row)
  }
  return new Uint8Array(data.buffer)
}

function fillGrey(levels: Int16Array, row: Uint8ClampedArray): void {
  for (let x = 0; x < levels.length; x++) row.fill(Math.round(levels[x]! / LEVEL), 3 * x, 3 * x + 3)
}

function fillColor(levels: Int16Array, blues: Int16Array, reds: Int16Array, row: Uint8ClampedArray): void {
  for (let x = 0, to = 0; x < levels.length; x++, to += 3) {
    const level = (levels[x]! << SHIFT) + HALF
    const blue = blues[x]! - MIDDLE
    const red = reds[x]! - MIDDLE
    row[to] = (level + RED_OF_CR * red) >> DOWN
    row[to + 1] = (level + GREEN_OF_CB * blue + GREEN_OF_CR * red) >> DOWN
    row[to + 2] = (level + BLUE_OF_CB * blue) >> DOWN
  }
}
