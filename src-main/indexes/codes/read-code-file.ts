import { open, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { type CodeFileHeader, HEADER_BYTES } from './code-file.ts'
import type { SlotsPlace } from './vector-slots.ts'
import { CodedIndex, type CodedIndexOptions } from './coded-index.ts'
import { absentAs } from '../../base/files/file-errors.ts'

/** Bytes read between two pauses for other work. */
const SLICE = 4 * 2 ** 20

const whole = z.int().min(0)
const Header = z.object({
  magic: z.literal('lumafold-codes'),
  version: z.literal(4),
  token: z.string(),
  dimensions: whole.min(1).max(65_536),
  headRows: whole.min(1),
  rows: whole,
  sections: z.array(z.object({ at: whole, bytes: whole, crc: whole })),
  slotsAt: whole,
}) satisfies z.ZodType<CodeFileHeader>

export type ReadCodes = { index: CodedIndex; slots: SlotsPlace }

/**
 * Reads an index from its file, in slices. Returns null if there is no file, if its token differs, or if it is not
 * exactly as written; the caller then rebuilds it.
 */
export async function readCodeFile(
  path: string,
  token: string,
  vectors: Pick<CodedIndexOptions, 'exact' | 'kept'>,
): Promise<ReadCodes | null> {
  const file = await open(path, 'r').catch(absentAs(null))
  if (file === null) return null
  try {
    const header = await readHeader(file)
    if (header === null || header.token !== token) return null
    const index = await readIndex(file, header, vectors)
    return index && { index, slots: { at: header.slotsAt, rows: header.rows, dimensions: header.dimensions } }
  } finally {
    await file.close()
  }
}

async function readHeader(file: FileHandle): Promise<CodeFileHeader | null> {
  const bytes = Buffer.alloc(HEADER_BYTES)
  await file.read(bytes, 0, HEADER_BYTES, 0)
  try {
    return Header.parse(JSON.parse(bytes.toString()))
  } catch {
    return null // Damaged or of another version: the caller rebuilds it.
  }
}

async function readIndex(
  file: FileHandle,
  { dimensions, headRows, rows, sections }: CodeFileHeader,
  vectors: Pick<CodedIndexOptions, 'exact' | 'kept'>,
): Promise<CodedIndex | null> {
  const [first, ...others] = sections
  const flat = new Float32Array(headRows * dimensions)
  if (!first || !(await readSection(file, first, () => bytesOf(flat)))) return null
  const heads = Array.from({ length: headRows }, (_, n) => flat.slice(n * dimensions, (n + 1) * dimensions))
  const index = new CodedIndex({ dimensions, ...vectors, heads })
  index.reserve(rows)
  const ids = new Uint32Array(rows)
  const targets = [() => bytesOf(ids), () => index.views(rows)[2]]
  if (targets.length !== others.length) return null
  for (const [n, section] of others.entries()) if (!(await readSection(file, section, targets[n]!))) return null
  await index.adopt(ids)
  return index
}

/** Fills memory from a section; false if its checksum differs. */
async function readSection(
  file: FileHandle,
  { at, bytes, crc }: CodeFileHeader['sections'][number],
  target: () => Uint8Array,
): Promise<boolean> {
  if (target().length !== bytes) return false
  let sum = 0
  const piece = Buffer.allocUnsafe(Math.min(SLICE, bytes))
  for (let done = 0; done < bytes;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, bytes - done), at + done)
    if (bytesRead === 0) return false
    const read = piece.subarray(0, bytesRead)
    sum = crc32(read, sum)
    target().set(read, done)
    done += bytesRead
  }
  return sum === crc
}

const bytesOf = (values: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
