import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import type { Block, SnapshotShape } from './snapshot.ts'
import { OWNER_ONLY } from '../../base/sqlite/owner-only.ts'

/**
 * A snapshot's file, little-endian. First "LmSn", version, dimensions, entries and rows a block (32 bits each, padded
 * to 32 bytes), then blocks. A block has its rows, the bytes of names, the CRC-32 of what follows, 0, the ids as a JSON
 * list padded with spaces to a multiple of 4, and the unit vectors as 32-bit floats.
 */
const MAGIC = 0x6e536d4c
const VERSION = 1
const HEADER = 32
const BLOCK_HEADER = 16

/** Receives all bytes in order, each before it is written. */
type OnBytes = (bytes: Uint8Array) => void | Promise<void>

/** Writes a snapshot under another name and renames it, so that a file of this name is always complete. */
export async function writeSnapshot(
  path: string,
  shape: SnapshotShape,
  blocks: Iterable<Block> | AsyncIterable<Block>,
  onBytes?: OnBytes,
): Promise<void> {
  const part = `${path}.part`
  try {
    await writeFile(part, shape, blocks, onBytes)
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function writeFile(
  path: string,
  shape: SnapshotShape,
  blocks: Iterable<Block> | AsyncIterable<Block>,
  onBytes?: OnBytes,
) {
  const file = await open(path, 'w', OWNER_ONLY.file)
  const write = async (bytes: Uint8Array) => {
    await onBytes?.(bytes)
    await file.writeFile(bytes)
  }
  try {
    await write(encodeHeader(shape))
    for await (const block of blocks) await write(encodeBlock(block))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the new name durable, too. Systems that cannot open a folder order their renames themselves. */
export async function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function encodeHeader({ dimensions, entries, rowsPerBlock }: SnapshotShape): Uint8Array {
  const header = new Uint8Array(HEADER)
  new Uint32Array(header.buffer).set([MAGIC, VERSION, dimensions, entries, rowsPerBlock])
  return header
}

function encodeBlock({ names, vectors }: Block): Uint8Array {
  const text = Buffer.from(JSON.stringify(names))
  const nameBytes = Math.ceil(text.length / 4) * 4
  const bytes = new Uint8Array(BLOCK_HEADER + nameBytes + vectors.byteLength)
  const body = bytes.subarray(BLOCK_HEADER)
  body.fill(0x20, 0, nameBytes)
  body.set(text)
  body.set(new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength), nameBytes)
  new Uint32Array(bytes.buffer, 0, 4).set([names.length, nameBytes, crc32(body), 0])
  return bytes
}

/**
 * Reads a snapshot: passes its shape to `begin`, then block after block to `add`. Throws `library-damaged` if the file
 * is truncated or changed.
 */
export async function readSnapshot(
  path: string,
  begin: (shape: SnapshotShape) => (block: Block) => void,
): Promise<void> {
  const file = await open(path, 'r')
  try {
    const shape = decodeHeader(path, await readBytes(path, file, HEADER))
    const { size } = await file.stat()
    const add = begin(shape)
    for (let rest = shape.entries; rest > 0; rest -= shape.rowsPerBlock)
      add(await readBlock(path, file, Math.min(rest, shape.rowsPerBlock), shape, size))
  } finally {
    await file.close()
  }
}

function decodeHeader(path: string, header: Uint8Array): SnapshotShape {
  const [magic, version, dimensions, entries, rowsPerBlock] = new Uint32Array(header.buffer)
  if (magic !== MAGIC || version !== VERSION || !dimensions || !rowsPerBlock) throw damage(path)
  return { dimensions, entries: entries!, rowsPerBlock }
}

async function readBlock(
  path: string,
  file: FileHandle,
  rows: number,
  { dimensions }: SnapshotShape,
  size: number,
): Promise<Block> {
  const [found, nameBytes, sum] = new Uint32Array((await readBytes(path, file, BLOCK_HEADER)).buffer) as unknown as [
    number,
    number,
    number,
  ]
  if (found !== rows || nameBytes + rows * dimensions * 4 > size) throw damage(path)
  const body = await readBytes(path, file, nameBytes + rows * dimensions * 4)
  if (crc32(body) !== sum) throw damage(path)
  const names = JSON.parse(Buffer.from(body.buffer, 0, nameBytes).toString()) as string[]
  return { names, vectors: new Float32Array(body.buffer, nameBytes) }
}

async function readBytes(path: string, file: FileHandle, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await file.read(bytes, filled, length - filled)
    if (bytesRead === 0) throw damage(path)
    filled += bytesRead
  }
  return bytes
}

const damage = (path: string) =>
  new AppError(
    'library-damaged',
    `The trained state ${path} is damaged. Train the index again; its entries are not lost.`,
  )
