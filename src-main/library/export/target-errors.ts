import { say } from '../../contract/sentences/say.ts'
import { existsSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { AppError, isDiskFull, messageOf } from '../../contract/errors.ts'

const lostCodes: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'])

export function notAFolder(folder: string): AppError {
  return new AppError('not-a-folder', say('exports.notAFolder', { path: folder }))
}

export function notWritable(folder: string, cause: unknown): AppError {
  return new AppError('target-not-writable', say('exports.notWritable', { path: folder }), { cause })
}

/** Throws `target-not-writable` for the library's own folder, or one in it: that is reserved for backups and upkeep. */
export function refuseInLibrary(folder: string, libraryDir: string): void {
  const way = path.relative(realpathSync(libraryDir), realOf(path.resolve(folder)))
  if (way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)))
    throw new AppError('target-not-writable', say('exports.inLibrary', { path: folder, library: libraryDir }))
}

/** A folder that does not exist yet is in the real folder of its parent. */
function realOf(folder: string): string {
  const parent = path.dirname(folder)
  if (existsSync(folder) || parent === folder) return realpathSync(folder)
  return path.join(realOf(parent), path.basename(folder))
}

/** True if the target's disk is full; libvips reports it in words, without a code. */
export function isTargetFull(error: unknown): boolean {
  return isDiskFull(error) || /no space left/i.test(messageOf(error))
}

/** True for errors that every further file would meet as well: a full or vanished disk, a read-only folder. */
export function isTargetLost(error: unknown, folder: string): boolean {
  if (isTargetFull(error) || lostCodes.has((error as NodeJS.ErrnoException).code ?? '')) return true
  try {
    return !statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  } catch {
    return true // a folder that cannot even be found is lost
  }
}
