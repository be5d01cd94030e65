import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** A file to be written, and the name that it has until it is whole, on the same disk. */
export type NewFile = { file: string; temporary: string }

/**
 * Writes pieces of a file, whole or not at all: whoever reads it finds the former file or the new one.
 * Rejects with the system's error, and leaves nothing half-written behind.
 */
export async function writeWhole({ file, temporary }: NewFile, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  try {
    await pipeline(pieces, createWriteStream(temporary, { flags: 'wx', flush: true }))
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
