import { rgbToLab } from '../../base/color/lab.ts'
import type { SaliencyMap } from '../models/runtime/tasks.ts'
import type { Raster } from '../photo/photo.ts'
import { instantiateSweep, RECORD_BYTES } from './sweep-kernel.ts'

/** Longest side of the copy that is searched for barriers. */
export const BARRIER_SIDE = 96
const PASSES = 3

/**
 * What is salient, without a saliency model: the strength of the colour barriers between a pixel and the border of the
 * picture. The fast raster scan of Zhang et al., "Minimum Barrier Salient Object Detection at 80 FPS" (ICCV 2015), over
 * Lab, with a mild preference for the middle. Values 0 to 1, one a pixel of the raster, which should be small (about
 * 100 pixels).
 */
export function minimumBarrierMap(raster: Raster): SaliencyMap {
  const { width, height } = raster
  barriers ??= new Barriers()
  const total = barriers.measure(raster)
  preferMiddle(total, width, height)
  return { columns: width, rows: height, values: stretch(total) }
}

let barriers: Barriers | undefined

const PAGE_BYTES = 65_536
const CHANNELS = 3
/** Places of a pixel's numbers in its record. */
const NUMBERS = RECORD_BYTES / 8
const [HIGHEST, LOWEST, DISTANCE] = [NUMBERS / 4, NUMBERS / 2, (3 * NUMBERS) / 4] as const

/** The kernel with its memory: a record for each pixel. */
class Barriers {
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: PAGE_BYTES })
  readonly #sweepRow = instantiateSweep(this.#memory)

  /** For every pixel the minimum range of values (highest minus lowest) over paths from the border, of all channels. */
  measure(raster: Raster): Float32Array {
    const { width, height } = raster
    const missing = RECORD_BYTES * width * height - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
    const records = new Float64Array(this.#memory.buffer, 0, NUMBERS * width * height)
    fillRecords(records, raster)
    for (let pass = 0; pass < PASSES; pass++) this.#sweep(width, height, pass % 2 === 0 ? 1 : -1)
    const total = new Float32Array(width * height)
    for (let i = 0, at = DISTANCE; i < total.length; i++, at += NUMBERS)
      total[i] = Math.fround(records[at]! + records[at + 1]!) + records[at + 2]!
    return total
  }

  /**
   * One pass over all pixels but the border, from the first to the last (step 1) or back (-1); each checks the two
   * before it.
   */
  #sweep(width: number, height: number, step: 1 | -1): void {
    if (width <= 2) return
    for (let row = 1; row < height - 1; row++) {
      const first = step > 0 ? row * width + 1 : (height - row) * width - 2
      const end = first + step * (width - 2)
      this.#sweepRow(RECORD_BYTES * first, RECORD_BYTES * end, RECORD_BYTES * step, -RECORD_BYTES * step * width)
    }
  }
}

/** Paths begin at the border; no other pixel has one yet. */
function fillRecords(records: Float64Array, { width, height, data }: Raster): void {
  for (let y = 0, i = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += CHANNELS, at += NUMBERS) {
      const lab = rgbToLab(data[i]!, data[i + 1]!, data[i + 2]!)
      const isBorder = x === 0 || y === 0 || x === width - 1 || y === height - 1
      for (let channel = 0; channel < CHANNELS; channel++) {
        const value = Math.fround(lab[channel]!)
        records[at + channel] = value
        records[at + HIGHEST + channel] = value
        records[at + LOWEST + channel] = value
        records[at + DISTANCE + channel] = isBorder ? 0 : Infinity
      }
    }
  }
}

function preferMiddle(values: Float32Array, width: number, height: number): void {
  for (let y = 0, i = 0; y < height; y++) {
    const dy = (y + 0.5) / height - 0.5
    for (let x = 0; x < width; x++, i++) {
      const dx = (x + 0.5) / width - 0.5
      values[i]! *= Math.exp(-(dx * dx + dy * dy) * 2.5)
    }
  }
}

/** Scales to 0 to 1 and separates high from low values with a soft step, as the paper does. */
function stretch(values: Float32Array): Float32Array {
  let highest = 0
  for (let i = 0; i < values.length; i++) highest = Math.max(highest, values[i]!)
  if (highest === 0) return values
  for (let i = 0; i < values.length; i++) values[i] = 1 / (1 + Math.exp(-10 * (values[i]! / highest - 0.5)))
  return values
}
