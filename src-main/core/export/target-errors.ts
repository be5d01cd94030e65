import { say } from '../../contract/sentences/say.ts'
import { statSync } from 'node:fs'
import { AppError, isDiskFull, messageOf } from '../../contract/errors.ts'

const lostCodes: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'])

export function notAFolder(folder: string): AppError {
  return new AppError('not-a-folder', say('exports.notAFolder', { path: folder }))
}

export function notWritable(folder: string, cause: unknown): AppError {
  return new AppError('target-not-writable', say('exports.notWritable', { path: folder }), { cause })
}

/** True where the disk of the target has no room left; libvips says so in words, without a code. */
export function isTargetFull(error: unknown): boolean {
  return isDiskFull(error) || /no space left/i.test(messageOf(error))
}

/** True for errors that every further file would meet as well: a full or vanished disk, a folder made read-only. */
export function isTargetLost(error: unknown, folder: string): boolean {
  if (isTargetFull(error) || lostCodes.has((error as NodeJS.ErrnoException).code ?? '')) return true
  try {
    return !statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  } catch {
    return true // a folder that cannot even be looked up is lost
  }
}
