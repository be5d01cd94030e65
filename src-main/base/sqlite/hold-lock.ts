import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError, isDiskFull } from '../../contract/errors.ts'
import { connect, isSqliteError, type Db } from './connect.ts'
import { OWNER_ONLY } from './owner-only.ts'
import { hostname } from 'node:os'
import { z } from 'zod'

/** A lock of this process, until it is released or the process ends in whatever way. */
export type HeldLock = { release(): void }

export type LockOptions = {
  /** The SQLite file that carries the lock, created if absent; it stays empty. */
  path: string
  /** Name of this process in refusals, and the address it serves at, if any. */
  name: string
  address?: string | undefined
  /** The sentence for refused processes; `owner` reads, for example, "Lumafold (process 17) since …". */
  refusal: (owner: Text) => Text | string
}

/**
 * Takes a lock for this process, or throws `library-in-use` with the owner's name. The lock is a reserved transaction
 * on its own file, which the system releases however the process ends: a dead owner never keeps others out, and a live
 * one always does. Nothing else in this process may open and close that file, which would release the lock.
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

/** Garbage collection closes a connection that nothing refers to: the listener keeps this one until it is released. */
function keepOpen(db: Db, path: string): HeldLock {
  const release = () => {
    process.off('exit', release)
    if (db.open) removeOwner(path)
    db.close()
  }
  process.on('exit', release)
  return { release }
}

/** The holder of a lock; `since` is an ISO 8601 time. It only informs people, and no code depends on it. */
const LockOwner = z.object({
  name: z.string(),
  pid: z.int(),
  host: z.string(),
  since: z.iso.datetime(),
  address: z.string().optional(),
})
type LockOwner = z.infer<typeof LockOwner>

/** The description is in a file beside the lock, since the lock's own file cannot be written while it is held. */
const ownerPath = (lockPath: string) => `${lockPath}.json`

/**
 * Records that this process holds a lock; call it while it does. On a full disk the name is missing, but the lock
 * works.
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

/** Removes the description; call it while the lock is still held. */
function removeOwner(lockPath: string): void {
  rmSync(ownerPath(lockPath), { force: true })
}

/** The holder of a lock; null in the moment before it has recorded itself, or if the record is unreadable. */
function readOwner(lockPath: string): LockOwner | null {
  try {
    return LockOwner.parse(JSON.parse(readFileSync(ownerPath(lockPath), 'utf8')))
  } catch {
    return null // The lock itself decides; the sentence then names nobody.
  }
}

/** An owner in words, for example "Lumafold (process 17) since 2026-03-01 09:30 UTC on desk at http://…". */
function describeOwner(owner: LockOwner | null): Text {
  if (owner === null) return say('opening.otherProcess')
  const { name, pid, host, since, address } = owner
  const time = since.slice(0, 16).replace('T', ' ')
  const here = say('opening.owner', { name, process: String(pid), time })
  const placed = host === hostname() ? here : say('opening.ownerOn', { owner: here, host })
  return address === undefined ? placed : say('opening.ownerAt', { owner: placed, address })
}
