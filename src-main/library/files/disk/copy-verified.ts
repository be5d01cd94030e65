import { TextError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { OWNER_ONLY } from '../../../base/sqlite/owner-only.ts'
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { hashFile } from '../../../base/files/hash.ts'

const CHUNK = 1024 * 1024
/** Times are passed in seconds as a fraction, which must not round down to the millisecond before. */
const HALF_A_MICROSECOND = 5e-7

/**
 * Copies a file to a new place, flushes it to the disk, reads it back and compares: returns the SHA-256 of both. It
 * keeps the time and permissions of the original. If anything fails, nothing is left at the new place. Throws `EEXIST`
 * if a file is there.
 */
export async function copyVerified(from: string, to: string, signal?: AbortSignal): Promise<string> {
  await using source = await open(from, 'r')
  const target = await open(to, 'wx', OWNER_ONLY.file)
  try {
    const hash = await pour(source, target, signal)
    const { atimeMs, mtimeMs, mode } = await source.stat()
    await target.utimes(atimeMs / 1000, mtimeMs / 1000 + HALF_A_MICROSECOND)
    await target.chmod(mode & 0o777).catch(() => undefined) // not every disk keeps permissions
    await target.sync()
    await target.close()
    if ((await hashFile(to, signal)) !== hash) throw new TextError(say('files.badCopy', { path: to }))
    return hash
  } catch (error) {
    await target.close().catch(() => undefined) // it may be closed
    await rm(to, { force: true })
    throw error
  }
}

async function pour(source: FileHandle, target: FileHandle, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of chunks(source, signal)) {
    hash.update(bytes)
    for (let done = 0; done < bytes.length;) done += (await target.write(bytes, done)).bytesWritten
  }
  return hash.digest('hex')
}

async function* chunks(file: FileHandle, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (let at = 0; ;) {
    signal?.throwIfAborted()
    const { bytesRead } = await file.read(buffer, 0, CHUNK, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Whether two files have the same bytes. */
export async function areEqual(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(a), stat(b)])
  return first.size === second.size && (await hashFile(a)) === (await hashFile(b))
}
