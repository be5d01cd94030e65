import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../contract/errors.ts'

/** Held by the one process that serves from a data folder. */
export type FolderLock = { release(): void }

/**
 * Takes a data folder for this process; throws `library-in-use` with the owner's process number. A reserved transaction
 * on a file of its
 * own is a lock that the system frees however the process ends, and others can still read the number in it.
 */
export function takeServiceFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true })
  const lock = new Database(join(folder, 'service.lock'), { timeout: 0 })
  try {
    lock.pragma(`user_version = ${process.pid}`)
    lock.exec('BEGIN IMMEDIATE')
    return hold(lock)
  } catch (error) {
    const isHeld = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
    const owner = isHeld ? String(lock.pragma('user_version', { simple: true })) : ''
    lock.close()
    if (!isHeld) throw error
    throw new AppError(
      'library-in-use',
      `The service's data folder ${folder} is in use by another service (process ${owner}). Stop it first, or choose another folder with --data.`,
      { cause: error },
    )
  }
}

/**
 * A database that nothing refers to is closed with the next garbage collection: the listener keeps this one until it is
 * released.
 */
function hold(lock: Database.Database): FolderLock {
  const release = () => {
    process.off('exit', release)
    lock.close()
  }
  process.on('exit', release)
  return { release }
}
