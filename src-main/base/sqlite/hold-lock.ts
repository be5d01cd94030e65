import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, isDiskFull } from '../../contract/errors.ts'
import { connect, isSqliteError, type Db } from './connect.ts'
import { OWNER_ONLY } from './owner-only.ts'
import { hostname } from 'node:os'
import { z } from 'zod'

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

/** Who holds a lock; `since` is an ISO 8601 time. It is told to people, and nothing is decided by it. */
const LockOwner = z.object({
  name: z.string(),
  pid: z.int(),
  host: z.string(),
  since: z.iso.datetime(),
  address: z.string().optional(),
})
type LockOwner = z.infer<typeof LockOwner>

/** The description lies beside the lock, since the lock's own file cannot be written while it is held. */
const ownerPath = (lockPath: string) => `${lockPath}.json`

/**
 * Writes that this process holds a lock; to be called while it does. A full disk keeps the name, not the lock, away.
 */
function writeOwner(lockPath: string, { name, address }: { name: string; address?: string | undefined }): void {
  const owner: LockOwner = { name, pid: process.pid, host: hostname(), since: new Date().toISOString(), address }
  const fresh = `${ownerPath(lockPath)}.new`
  try {
    writeFileSync(fresh, JSON.stringify(owner), { mode: OWNER_ONLY.file })
    renameSync(fresh, ownerPath(lockPath))
  } catch (error) {
    if (!isDiskFull(error)) throw error
    for (const path of [fresh, ownerPath(lockPath)]) rmSync(path, { force: true })
  }
}

/** Removes the description; to be called while the lock is still held. */
function removeOwner(lockPath: string): void {
  rmSync(ownerPath(lockPath), { force: true })
}

/** Who holds a lock that is held; null in the moment before its owner has said so, or where that cannot be read. */
function readOwner(lockPath: string): LockOwner | null {
  try {
    return LockOwner.parse(JSON.parse(readFileSync(ownerPath(lockPath), 'utf8')))
  } catch {
    return null // The lock itself decides; the sentence then names nobody.
  }
}

/** An owner in words, for example "Lumafold (process 17) since 2026-03-01 09:30 UTC on desk at http://…". */
function describeOwner(owner: LockOwner | null): string {
  if (owner === null) return 'another process'
  const { name, pid, host, since, address } = owner
  const when = `since ${since.slice(0, 16).replace('T', ' ')} UTC`
  const place = `${host === hostname() ? '' : ` on ${host}`}${address === undefined ? '' : ` at ${address}`}`
  return `${name} (process ${pid}) ${when}${place}`
}
