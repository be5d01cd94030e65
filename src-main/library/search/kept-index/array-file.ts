import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { NumberArray } from '../columns/column.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { absentAs } from '../../../base/files/file-errors.ts'

/**
 * Typed arrays by name in one file, little-endian: the length of the header in 8 bytes, the header as JSON, then the
 * arrays, each at a multiple of 8. The file can be created again at any time, and is replaced atomically.
 */
export type ArrayFile<Meta> = { meta: Meta; arrays: ReadonlyMap<string, NumberArray> }

/** The capacity for an array of this length. */
export type RoomFor = (name: string, length: number) => number

/** Bytes read or written between two breaks for other work. */
const SLICE = 4 * 2 ** 20
const ALIGNMENT = 8
/** More would be no header of ours. */
const MAX_HEADER = 16 * 2 ** 20

const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const
type Kind = keyof typeof kinds

const whole = z.int().min(0)
const Header = z.object({
  magic: z.literal('lumafold-index'),
  version: z.literal(1),
  token: z.string(),
  meta: z.unknown(),
  arrays: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(Object.keys(kinds) as [Kind, ...Kind[]]),
      length: whole,
      crc: whole,
    }),
  ),
})
type Header = z.infer<typeof Header>

/** Writes the present arrays to `path`.part; false, and nothing is left, if `goesOn` ended it between two slices. */
export async function writeArrayFile(
  path: string,
  { token, meta, arrays }: ArrayFile<unknown> & { token: string },
  goesOn: () => boolean,
): Promise<boolean> {
  const part = `${path}.part`
  const sums: number[] = []
  for (const values of arrays.values()) {
    const crc = await sumOf(values, goesOn)
    if (crc === null) return false
    sums.push(crc)
  }
  const described = [...arrays].map(([name, values], at) => ({
    name,
    kind: values.constructor.name as Kind,
    length: values.length,
    crc: sums[at] ?? 0,
  }))
  const header: Header = { magic: 'lumafold-index', version: 1, token, meta, arrays: described }
  const file = await open(part, 'w', OWNER_ONLY.file)
  let isWhole = false
  try {
    isWhole = await writeAll(file, header, arrays, goesOn)
  } finally {
    await file.close()
    if (!isWhole) await rm(part, { force: true })
  }
  if (isWhole) await rename(part, path)
  return isWhole
}

async function writeAll(file: FileHandle, header: Header, arrays: ArrayFile<unknown>['arrays'], goesOn: () => boolean) {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(ALIGNMENT)
  length.writeUInt32LE(text.length)
  await writeFully(file, length, 0)
  await writeFully(file, text, ALIGNMENT)
  let at = aligned(ALIGNMENT + text.length)
  for (const values of arrays.values()) {
    const bytes = bytesOf(values)
    for (let start = 0; start < bytes.length; start += SLICE) {
      if (!goesOn()) return false
      await writeFully(file, bytes.subarray(start, start + SLICE), at + start)
    }
    at = aligned(at + bytes.length)
  }
  return goesOn()
}

async function sumOf(values: NumberArray, goesOn: () => boolean): Promise<number | null> {
  const bytes = bytesOf(values)
  let crc = 0
  for (let start = 0; start < bytes.length; start += SLICE) {
    if (!goesOn()) return null
    crc = crc32(bytes.subarray(start, start + SLICE), crc)
    await new Promise(setImmediate)
  }
  return crc
}

async function writeFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

/**
 * Reads such a file, in slices. `roomFor` returns the capacity of an array, at least its own length; the numbers beyond
 * are 0. Null if there is no file, if its token differs, or if it is not exactly as it was written.
 */
export async function readArrayFile(path: string, token: string, roomFor: RoomFor): Promise<ArrayFile<unknown> | null> {
  const file = await open(path, 'r').catch(absentAs(null))
  if (file === null) return null
  try {
    const read = await readHeader(file)
    if (read === null || read.header.token !== token) return null
    return await readAll(file, read.header, read.end, roomFor)
  } finally {
    await file.close()
  }
}

async function readAll(file: FileHandle, header: Header, end: number, roomFor: RoomFor) {
  const arrays = new Map<string, NumberArray>()
  let at = aligned(end)
  for (const { name, kind, length, crc } of header.arrays) {
    const values = new kinds[kind](Math.max(length, roomFor(name, length)))
    const bytes = bytesOf(values).subarray(0, length * values.BYTES_PER_ELEMENT)
    if ((await readFully(file, bytes, at)) !== crc) return null
    arrays.set(name, values)
    at = aligned(at + bytes.length)
  }
  return { meta: header.meta, arrays }
}

async function readHeader(file: FileHandle): Promise<{ header: Header; end: number } | null> {
  const length = Buffer.alloc(ALIGNMENT)
  await file.read(length, 0, ALIGNMENT, 0)
  const bytes = length.readUInt32LE()
  if (bytes > MAX_HEADER) return null
  const text = Buffer.alloc(bytes)
  await file.read(text, 0, bytes, ALIGNMENT)
  try {
    return { header: Header.parse(JSON.parse(text.toString())), end: ALIGNMENT + bytes }
  } catch {
    return null // Damaged, or of another version: it is made again.
  }
}

/** Fills memory from a file; returns the CRC-32 of what was read, null if the file ends before. */
async function readFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<number | null> {
  let crc = 0
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, Math.min(SLICE, bytes.length - done), at + done)
    if (bytesRead === 0) return null
    crc = crc32(bytes.subarray(done, done + bytesRead), crc)
    done += bytesRead
  }
  return crc
}

const bytesOf = (values: NumberArray): Uint8Array => new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

const aligned = (at: number): number => Math.ceil(at / ALIGNMENT) * ALIGNMENT
