import type { Raster } from '../../photo/photo.ts'

/**
 * The raster squashed to a square as TensorFlow.js does it with aligned corners: bilinear between the four nearest
 * pixels, the corners of both on each other, and no averaging where it shrinks. For networks that need the same
 * preprocessing as in their original program.
 */
export function resizeAligned({ width, height, data }: Raster, side: number): Uint8Array {
  const out = new Uint8Array(side * side * 3)
  const columns = placesOf(width, side)
  const rows = placesOf(height, side)
  for (let y = 0, at = 0; y < side; y++) {
    const [upper, lower, down] = [rows.from[y]! * width, rows.to[y]! * width, rows.share[y]!]
    for (let x = 0; x < side; x++, at += 3) {
      const [left, right, across] = [columns.from[x]!, columns.to[x]!, columns.share[x]!]
      const [a, b, c, d] = [3 * (upper + left), 3 * (upper + right), 3 * (lower + left), 3 * (lower + right)]
      for (let k = 0; k < 3; k++) {
        const above = data[a + k]! + (data[b + k]! - data[a + k]!) * across
        const below = data[c + k]! + (data[d + k]! - data[c + k]!) * across
        out[at + k] = above + (below - above) * down + 0.5
      }
    }
  }
  return out
}

/** For each new place along a side: the old places it lies between, and the share of the second. */
function placesOf(before: number, after: number): { from: Int32Array; to: Int32Array; share: Float64Array } {
  const [from, to, share] = [new Int32Array(after), new Int32Array(after), new Float64Array(after)]
  for (let i = 0; i < after; i++) {
    const place = (i * (before - 1)) / (after - 1)
    from[i] = Math.min(before - 1, Math.floor(place))
    to[i] = Math.min(before - 1, from[i]! + 1)
    share[i] = place - from[i]!
  }
  return { from, to, share }
}
