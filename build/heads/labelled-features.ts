import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rows of image features with what is in the photo; rows are L2-normalised. */
export type LabelledFeatures = { model: string; items: { set: string; label: string }[]; rows: Float32Array[] }

type Index = { model: string; rows: number; dims: number; items: { set: string; label: string }[] }

/** Reads `index.json` and the half-precision matrix beside it. */
export function readFeatures(folder: string): LabelledFeatures {
  const { model, rows: count, dims, items } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Index
  const bytes = readFileSync(join(folder, 'mobilenetv2-embeddings.f16'))
  const halves = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const rows = Array.from({ length: count }, (_, n) =>
    normalised(Float32Array.from({ length: dims }, (_, j) => halves.getFloat16(2 * (n * dims + j), true))),
  )
  return { model, items, rows }
}

function normalised(row: Float32Array): Float32Array {
  const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
  return row.map((value) => value / length)
}
