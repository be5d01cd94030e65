import { say } from '../../../contract/sentences/say.ts'
import { statfsSync } from 'node:fs'
import { AppError, isDiskFull } from '../../../contract/errors.ts'

/** With less room SQLite cannot create its working files, and only reports that writing failed. */
const MIN_BYTES = 256 * 1024

/**
 * Opens a library, or throws `disk-full` with a sentence if its disk has no room for what must be written; other errors
 * are passed on.
 */
export async function refuseFullDisk<T>(libraryDir: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!isForWantOfRoom(error, libraryDir)) throw error
    throw new AppError('disk-full', say('opening.noRoom', { path: libraryDir }), { cause: error })
  }
}

/** What has its words already keeps them. */
function isForWantOfRoom(error: unknown, folder: string): boolean {
  if (error instanceof AppError) return error.code === 'disk-failing' && freeBytes(folder) < MIN_BYTES
  const { code = '' } = error as { code?: string }
  return isDiskFull(error) || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && freeBytes(folder) < MIN_BYTES)
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity // a folder that cannot be checked has another problem
  }
}
