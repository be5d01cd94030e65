import type { Raster } from '../../photo/photo.ts'

/**
 * Squashes the raster to a square as TensorFlow.js does with aligned corners: bilinear between the four nearest pixels,
 * corners on corners, and no averaging when it shrinks. For networks that need the same preprocessing as in their
 * original program.
 */
export function resizeAligned({ width, height, data }: Raster, side: number): Uint8Array {
  const out = new Uint8Array(side * side * 3)
  const columns = placesOf(width, side)
  const rows = placesOf(height, side)
  for (let y = 0, at = 0; y < side; y++) {
    const [upper, lower, down] = [rows.from[y]! * width, rows.to[y]! * width, rows.share[y]!]
    for (let x = 0; x < side; x++, at += 3) {
      const across = columns.share[x]!
      const a = 3 * (upper + columns.from[x]!)
      const b = 3 * (upper + columns.to[x]!)
      const c = 3 * (lower + columns.from[x]!)
      const d = 3 * (lower + columns.to[x]!)
      out[at] = between(data[a]!, data[b]!, data[c]!, data[d]!, across, down)
      out[at + 1] = between(data[a + 1]!, data[b + 1]!, data[c + 1]!, data[d + 1]!, across, down)
      out[at + 2] = between(data[a + 2]!, data[b + 2]!, data[c + 2]!, data[d + 2]!, across, down)
    }
  }
  return out
}

function between(a: number, b: number, c: number, d: number, across: number, down: number): number {
  const above = a + (b - a) * across
  const below = c + (d - c) * across
  return above + (below - above) * down + 0.5
}

/** For each new position along a side: the old ones around it, and the second's share. */
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
