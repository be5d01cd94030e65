import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { dot } from '../../vectors/unit-vector.ts'
import { parseJson } from './pair-manifest.ts'

/** A matrix without bias: `rows` numbers out of `columns` numbers, row-major. */
export type Projection = { rows: number; columns: number; data: Float32Array }

const Header = z.object({
  'linear.weight': z.object({
    dtype: z.literal('F32'),
    shape: z.tuple([z.int().positive(), z.int().positive()]),
    data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
  }),
})

/**
 * Reads the dense layer of a sentence-transformers model (`linear.weight` as float32 in a safetensors file: the length
 * of the header as 8 bytes, the header as JSON, the numbers). Rejects with `file-unreadable` for anything else.
 */
export async function readProjection(file: string): Promise<Projection> {
  const bytes = await readFile(file)
  const end = bytes.length < 8 ? 0 : 8 + Number(bytes.readBigUInt64LE(0))
  const header = Header.safeParse(end > bytes.length ? undefined : parseJson(bytes.toString('utf8', 8, end)))
  if (!header.success) throw new AppError('file-unreadable', say('pairs.projectionUnknown'))
  const { shape, data_offsets: offsets } = header.data['linear.weight']
  const [rows, columns] = shape
  const weights = bytes.subarray(end + offsets[0], end + offsets[1])
  if (weights.length !== 4 * rows * columns) throw new AppError('file-unreadable', say('pairs.projectionUnknown'))
  // Copied, since numbers in the file need not be at multiples of four bytes.
  return { rows, columns, data: new Float32Array(Uint8Array.from(weights).buffer) }
}

/**
 * The mean of the vectors of a text's tokens, one after the other in `tokens`, times the matrix. Throws
 * `file-unreadable` if they are of another length than the matrix takes.
 */
export function projectMean(tokens: Float32Array, { rows, columns, data }: Projection): Float32Array {
  const count = tokens.length / columns
  if (!Number.isInteger(count) || count === 0) throw new AppError('file-unreadable', say('pairs.projectionUnknown'))
  const mean = new Float32Array(columns)
  for (let at = 0; at < tokens.length; at++) mean[at % columns]! += tokens[at]! / count
  return Float32Array.from({ length: rows }, (_, row) => dot(mean, data.subarray(row * columns, (row + 1) * columns)))
}
