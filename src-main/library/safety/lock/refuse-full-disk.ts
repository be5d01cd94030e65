import { say } from '../../../contract/sentences/say.ts'
import { statfsSync } from 'node:fs'
import { AppError, isDiskFull } from '../../../contract/errors.ts'

/** With less room SQLite cannot make the files that it works with, and says no more than that writing failed. */
const LEAST_BYTES = 256 * 1024

/**
 * Opens a library, or throws `disk-full` with a sentence where its disk has no room for what has to be written
 * meanwhile; any other error stays what it is.
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
  if (error instanceof AppError) return error.code === 'disk-failing' && freeBytes(folder) < LEAST_BYTES
  const { code = '' } = error as { code?: string }
  return isDiskFull(error) || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && freeBytes(folder) < LEAST_BYTES)
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity // a folder that cannot be looked at has another trouble
  }
}
