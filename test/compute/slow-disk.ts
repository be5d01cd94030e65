// A real compute process on a test's own disk, imported before anything that reads: files named `slow-…` arrive in
// pieces with pauses between them, and those named `stalled-…` stop after the first piece.
import fsPromises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const PIECE_BYTES = 64 * 1024
const PAUSE_MS = Number(process.env['LUMAFOLD_TEST_PAUSE_MS'])
const open = fsPromises.open

fsPromises.open = async (path, ...rest) => {
  const file = await open(path, ...rest)
  const name = basename(path as string)
  return name.startsWith('slow-') ? slowDown(file) : name.startsWith('stalled-') ? stall(file) : file
}
syncBuiltinESMExports()
await import('../../src-main/compute/worker/entry.ts')

type Read = (buffer: Buffer, at: number, length: number, from: number) => ReturnType<FileHandle['read']>

function withRead(file: FileHandle, change: (read: Read) => Read): FileHandle {
  const read = change(file.read.bind(file) as Read)
  return Object.assign(file, { read })
}

function slowDown(file: FileHandle): FileHandle {
  return withRead(file, (read) => async (buffer, at, length, from) => {
    await delay(PAUSE_MS)
    return read(buffer, at, Math.min(length, PIECE_BYTES), from)
  })
}

function stall(file: FileHandle): FileHandle {
  return withRead(file, (read) => async (buffer, at, length, from) => {
    if (from > 0) await new Promise(() => setInterval(() => undefined, 1000))
    return read(buffer, at, Math.min(length, PIECE_BYTES), from)
  })
}
