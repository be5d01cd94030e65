import type { Raster } from '../photo/photo.ts'

/** For each new position along a side: the two old ones around it, and the second's share out of 256. */
type Steps = { from: Int32Array; to: Int32Array; share: Int32Array }

/**
 * Enlarges a raster by bilinear interpolation: the result of libvips' linear kernel, up to one level, in less than half
 * the time. Pixels are placed as in libvips, half a pixel off along both sides, since the detectors' thresholds are
 * fitted to that. `step` is the number of old pixels for a new one, along both sides; without it each side has its own,
 * from its lengths.
 */
export function stretchRaster(raster: Raster, width: number, height: number, step?: number): Raster {
  if (width === raster.width && height === raster.height) return raster
  const rows = stepsOf(raster.height, height, step)
  const columns = stepsOf(raster.width, width, step)
  const out = new Uint8Array(width * height * 3)
  const row = new Uint16Array(raster.width * 3)
  for (let y = 0; y < height; y++) {
    mixRows(raster, rows.from[y]!, rows.to[y]!, rows.share[y]!, row)
    if (width === raster.width) moveRow(row, out, y * width * 3)
    else stretchRow(row, columns, out, y * width * 3)
  }
  return { width, height, data: out }
}

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

/** Mixes two rows into levels times 256, so that only the final result is rounded. */
function mixRows({ width, data }: Raster, upper: number, lower: number, part: number, out: Uint16Array): void {
  const skip = (lower - upper) * width * 3
  const rest = 256 - part
  for (let at = 0, from = upper * width * 3; at < out.length; at++, from++)
    out[at] = data[from]! * rest + data[from + skip]! * part
}

function stretchRow(row: Uint16Array, { from, to, share }: Steps, out: Uint8Array, start: number): void {
  for (let x = 0, at = start; x < from.length; x++, at += 3) {
    const left = from[x]! * 3
    const right = to[x]! * 3
    const part = share[x]!
    const rest = 256 - part
    out[at] = (row[left]! * rest + row[right]! * part + 32_768) >> 16
    out[at + 1] = (row[left + 1]! * rest + row[right + 1]! * part + 32_768) >> 16
    out[at + 2] = (row[left + 2]! * rest + row[right + 2]! * part + 32_768) >> 16
  }
}

/** The result of `stretchRow` for a row that keeps its length: half of each pixel and half of the previous one. */
function moveRow(row: Uint16Array, out: Uint8Array, start: number): void {
  for (let i = 0; i < 3; i++) out[start + i] = (row[i]! + 128) >> 8
  for (let i = 3; i < row.length; i++) out[start + i] = (row[i - 3]! + row[i]! + 256) >> 9
}
