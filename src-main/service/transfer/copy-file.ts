import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import { sumOf, type FileSource, type FileTarget } from './file-place.ts'

/** A file on both sides; `sum` is the SHA-256 of its bytes in hex, and `bytes` their number, if known. */
export type CopiedFile = { from: string; to: string; sum?: string; bytes?: number }

/**
 * Copies a file and reads it back: both must have the same SHA-256. A file that an interrupted migration already copied
 * is only read back. False if there is no such file. Throws AppError `library-damaged` if they differ.
 */
export async function copyFile(file: CopiedFile, source: FileSource, target: FileTarget): Promise<boolean> {
  if (file.sum !== undefined && (await isThere(file, file.sum, target))) return true
  const bytes = await source.read(file.from)
  if (bytes === null) return false
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  bytes.on('error', (error) => hashed.destroy(error))
  try {
    await target.put(file.to, bytes.pipe(hashed))
  } finally {
    bytes.destroy() // a target that fails stops reading
  }
  if ((await sumOf(target, file.to)) !== hash.digest('hex'))
    throw new AppError(
      'library-damaged',
      `${file.to} is not the same in ${target.title} after it was copied. Nothing counts as moved. Check that storage.`,
    )
  return true
}

async function isThere({ to, bytes }: CopiedFile, sum: string, target: FileTarget): Promise<boolean> {
  const found = await target.find(to)
  return found !== null && (bytes === undefined || found.bytes === bytes) && (await sumOf(target, to)) === sum
}
