import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'

/**
 * Paths with all links resolved. Only the caller waits for a disk or network share that does not answer. `realPathOf`
 * returns null if there is nothing, or nothing this person may read: the callers name the path in their errors.
 */
export const realPathOf = (path: string): Promise<string | null> => realpath(path).catch(() => null)

/** The real path of the deepest existing part of a path, in which new folders would be created. */
export async function nearestReal(path: string): Promise<string> {
  const real = await realPathOf(path)
  return real ?? (path === dirname(path) ? path : nearestReal(dirname(path)))
}

/** Rejects with `not-a-folder`. */
export async function realFolder(path: string): Promise<string> {
  const real = await realPathOf(path)
  const stats = real === null ? null : await stat(real).catch(() => null)
  if (real === null || stats === null) throw new AppError('not-a-folder', say('paths.noFolderAt', { path }))
  if (!stats.isDirectory()) throw new AppError('not-a-folder', say('files.isFile', { path }))
  return real
}

/** Rejects with `bad-params`. */
export async function realEntry(path: string): Promise<string> {
  const real = await realPathOf(path)
  if (real === null) throw new AppError('bad-params', say('paths.nothingAt', { path }))
  return real
}

/** Rejects with `bad-params`. */
export async function realFile(path: string): Promise<string> {
  const real = await realPathOf(path)
  if (real === null) throw new AppError('bad-params', say('paths.noFileAt', { path }))
  if (!(await stat(real)).isFile()) throw new AppError('bad-params', say('paths.noFile', { path }))
  return real
}
