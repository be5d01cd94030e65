import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Writes pieces of a file, whole or not at all: whoever reads it finds the former file or the new one.
 * Rejects with the system's error, and leaves nothing half-written behind.
 */
export async function writeWhole(file: string, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  const fresh = `${file}.${randomUUID().slice(0, 8)}.new`
  try {
    await pipeline(pieces, createWriteStream(fresh, { flags: 'wx', flush: true }))
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
