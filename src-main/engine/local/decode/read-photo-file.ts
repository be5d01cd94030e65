import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { DecodeFailure } from './decode-failure.ts'
import { limits } from './limits.ts'

/** Reads a photo's file once, whole. Rejects with a DecodeFailure that says what is wrong with the file. */
export async function readPhotoFile(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r')
    try {
      const facts = await file.stat()
      if (!facts.isFile()) throw new DecodeFailure('file-unreadable', 'This is not a regular file.')
      if (facts.size === 0) throw new DecodeFailure('file-empty', 'The file is empty.')
      if (facts.size > limits.fileBytes) throw new DecodeFailure('too-large', `The file has ${megabytes(facts.size)} MB; files up to ${megabytes(limits.fileBytes)} MB are read.`)
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toDecodeFailure(error)
  }
}

/** SHA-256 of the bytes, hex. */
export function hashContent(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function toDecodeFailure(error: unknown): DecodeFailure {
  if (error instanceof DecodeFailure) return error
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return new DecodeFailure('file-missing', 'The file is no longer there.', { cause: error })
  if (code === 'EACCES' || code === 'EPERM') return new DecodeFailure('file-unreadable', 'Reading the file is not permitted.', { cause: error })
  return new DecodeFailure('file-unreadable', `The file cannot be read (${code ?? String(error)}).`, { cause: error })
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
