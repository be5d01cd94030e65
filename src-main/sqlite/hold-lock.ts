import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../contract/errors.ts'
import { connect, isSqliteError, type Db } from './connect.ts'
import { describeOwner, readOwner, removeOwner, writeOwner } from './lock-owner.ts'
import { OWNER_ONLY } from './owner-only.ts'

/** A lock held by this process until it is released or the process ends in whatever way. */
export type HeldLock = { release(): void }

export type LockOptions = {
  /** The SQLite file that the lock is held on, made where it is absent; it stays empty. */
  path: string
  /** What this process calls itself to those who are refused, and the address it serves at, if any. */
  name: string
  address?: string | undefined
  /** The sentence for somebody who is refused; `owner` is, for example, "Lumafold (process 17) since …". */
  refusal: (owner: string) => string
}

/**
 * Takes a lock for this process, or throws `library-in-use` with the owner's name. The lock is a reserved transaction
 * on a file of its own: the system frees it however the process ends, so that no owner that died keeps others out, and
 * a live owner always does. Nothing else in this process may open and close that file, which would free the lock.
 */
export function holdLock({ path, name, address, refusal }: LockOptions): HeldLock {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY.folder })
  const db = connect(path, { timeout: 0 })
  try {
    db.pragma('journal_mode = MEMORY') // a lock can be taken on a full disk too
    db.exec('BEGIN IMMEDIATE')
    writeOwner(path, { name, address })
    return keepOpen(db, path)
  } catch (error) {
    db.close()
    if (!isSqliteError(error, 'SQLITE_BUSY')) throw error
    throw new AppError('library-in-use', refusal(describeOwner(readOwner(path))), { cause: error })
  }
}

/**
 * A connection that nothing refers to is closed with the next garbage collection: the listener keeps this one until it
 * is released.
 */
function keepOpen(db: Db, path: string): HeldLock {
  const release = () => {
    process.off('exit', release)
    if (db.open) removeOwner(path)
    db.close()
  }
  process.on('exit', release)
  return { release }
}
