import { say } from '../../../contract/sentences/say.ts'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../../contract/errors.ts'

/** Writes bytes, or a copy of a file, to a path: completely or not at all. */
export async function placeFile(target: string, source: Uint8Array | string): Promise<void> {
  const part = `${target}.${process.pid}.tmp`
  try {
    await mkdir(dirname(target), { recursive: true })
    await (typeof source === 'string' ? copyFile(source, part) : writeFile(part, source))
    await rename(part, target)
  } catch (cause) {
    await rm(part, { force: true })
    throw toWriteError(cause, target)
  }
}

/** An error with a sentence for a model file that cannot be written; returns other errors unchanged. */
export function toWriteError(cause: unknown, target: string): unknown {
  const code = (cause as NodeJS.ErrnoException | null)?.code
  const folder = dirname(target)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('target-not-writable', say('models.diskFull', { path: folder }), { cause })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
    return new AppError('target-not-writable', say('models.forbidden', { path: folder }), { cause })
  }
  return cause
}
