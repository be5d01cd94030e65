import type { Rectangle } from '../../contract/analysis/cropping.ts'
import type { SaliencyFeatures } from '../photo/findings.ts'

/** Share of all importance (0 to 1) that lies in a rectangle in upright pixels. */
export type ImportanceOf = (area: Rectangle) => number

/**
 * A summed-area table (Crow 1984) over the importance map, interpolated between its cells, so that a rectangle of any
 * size costs four lookups. If nothing is important, everything is equally so.
 */
export function sumImportance({ width, height, map }: SaliencyFeatures): ImportanceOf {
  const { columns, rows, values } = map
  const stride = columns + 1
  const sums = new Float64Array(stride * (rows + 1))
  const isBlank = values.every((value) => value === 0)
  for (let y = 0; y < rows; y++) {
    let row = 0
    for (let x = 0; x < columns; x++) {
      row += isBlank ? 1 : values[y * columns + x]!
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row
    }
  }
  const total = sums[sums.length - 1]!
  const at = (x: number, y: number): number => {
    const [u, v] = [(x * columns) / width, (y * rows) / height]
    const [left, top] = [Math.min(columns - 1, Math.floor(u)), Math.min(rows - 1, Math.floor(v))]
    const [p, q] = [u - left, v - top]
    const i = top * stride + left
    return (
      (sums[i]! * (1 - p) + sums[i + 1]! * p) * (1 - q) + (sums[i + stride]! * (1 - p) + sums[i + stride + 1]! * p) * q
    )
  }
  return ({ x1, y1, x2, y2 }) => (at(x2, y2) - at(x1, y2) - at(x2, y1) + at(x1, y1)) / total
}
