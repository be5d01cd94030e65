import type { Raster } from '../photo/photo.ts'
import {
  COLUMN_BYTES,
  instantiateStretch,
  MIXED_PIXEL_BYTES,
  SLACK_BYTES,
  type StretchKernels,
} from './stretch-kernels.ts'

/**
 * Enlarges a raster by bilinear interpolation: the result of libvips' linear kernel, up to one level, in a fraction of
 * the time. Pixels are placed as in libvips, half a pixel off along both sides, since the detectors' thresholds are
 * fitted to that. `step` is the number of old pixels for a new one, along both sides; without it each side has its own,
 * from its lengths.
 */
export function stretchRaster(raster: Raster, width: number, height: number, step?: number): Raster {
  if (width === raster.width && height === raster.height) return raster
  stretcher ??= new Stretcher()
  const data = stretcher.stretch(raster, {
    rows: stepsOf(raster.height, height, step),
    columns: width === raster.width ? null : stepsOf(raster.width, width, step),
  })
  return { width, height, data }
}

let stretcher: Stretcher | undefined

/** For each new position along a side: the two old ones around it, and the second's share out of 256. */
type Steps = { from: Int32Array; to: Int32Array; share: Int32Array }

function stepsOf(before: number, after: number, step = before / after): Steps {
  const [from, to, share] = [new Int32Array(after), new Int32Array(after), new Int32Array(after)]
  for (let i = 0; i < after; i++) {
    const place = Math.min(before - 1, Math.max(0, i * step - 0.5))
    from[i] = Math.floor(place)
    to[i] = Math.min(before - 1, from[i]! + 1)
    share[i] = Math.round((place - from[i]!) * 256)
  }
  return { from, to, share }
}

const PAGE_BYTES = 65_536
/** Address of the mixed row, behind room for the pixel before it. */
const ROW_AT = 16

/** The kernels with their memory: a mixed row, the places of columns, the picture, the result. */
class Stretcher {
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: PAGE_BYTES })
  readonly #kernels: StretchKernels = instantiateStretch(this.#memory)

  /** Without `columns` a row keeps its length: each pixel is half of itself and half of the previous one. */
  stretch(raster: Raster, { rows, columns }: { rows: Steps; columns: Steps | null }): Uint8Array {
    const { mixRows, moveRow, stretchRow } = this.#kernels
    const width = columns?.from.length ?? raster.width
    const [oldBytes, newBytes] = [3 * raster.width, 3 * width]
    const rowEnd = ROW_AT + MIXED_PIXEL_BYTES * raster.width
    const columnsAt = wordAfter(rowEnd + SLACK_BYTES)
    const from = columnsAt + (columns ? COLUMN_BYTES * width : 0)
    const to = from + raster.data.length + SLACK_BYTES
    const end = to + newBytes * rows.from.length
    this.#reserve(end + SLACK_BYTES)
    if (columns) this.#placeColumns(columns, columnsAt)
    const bytes = new Uint8Array(this.#memory.buffer)
    bytes.set(raster.data, from)
    for (let y = 0, at = to; y < rows.from.length; y++, at += newBytes) {
      mixRows(from + rows.from[y]! * oldBytes, from + rows.to[y]! * oldBytes, rows.share[y]!, ROW_AT, rowEnd)
      if (columns) stretchRow(ROW_AT, columnsAt, at, at + newBytes)
      else {
        bytes.copyWithin(ROW_AT - MIXED_PIXEL_BYTES, ROW_AT, ROW_AT + MIXED_PIXEL_BYTES)
        moveRow(ROW_AT, at, at + newBytes)
      }
    }
    return bytes.slice(to, end)
  }

  #reserve(size: number): void {
    const missing = size - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES))
  }

  #placeColumns({ from, to, share }: Steps, at: number): void {
    const entries = new Int32Array(this.#memory.buffer, at, 3 * from.length)
    for (let x = 0; x < from.length; x++) {
      entries[3 * x] = from[x]! * MIXED_PIXEL_BYTES
      entries[3 * x + 1] = to[x]! * MIXED_PIXEL_BYTES
      entries[3 * x + 2] = share[x]!
    }
  }
}

const wordAfter = (address: number): number => Math.ceil(address / 4) * 4
