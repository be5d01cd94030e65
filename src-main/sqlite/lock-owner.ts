import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { isDiskFull } from '../contract/errors.ts'
import { OWNER_ONLY } from './owner-only.ts'

/** Who holds a lock; `since` is an ISO 8601 time. It is told to people, and nothing is decided by it. */
const LockOwner = z.object({
  name: z.string(),
  pid: z.int(),
  host: z.string(),
  since: z.iso.datetime(),
  address: z.string().optional(),
})
export type LockOwner = z.infer<typeof LockOwner>

/** The description lies beside the lock, since the lock's own file cannot be written while it is held. */
const ownerPath = (lockPath: string) => `${lockPath}.json`

/**
 * Writes that this process holds a lock; to be called while it does. A full disk keeps the name, not the lock, away.
 */
export function writeOwner(lockPath: string, { name, address }: { name: string; address?: string | undefined }): void {
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
export function removeOwner(lockPath: string): void {
  rmSync(ownerPath(lockPath), { force: true })
}

/** Who holds a lock that is held; null in the moment before its owner has said so, or where that cannot be read. */
export function readOwner(lockPath: string): LockOwner | null {
  try {
    return LockOwner.parse(JSON.parse(readFileSync(ownerPath(lockPath), 'utf8')))
  } catch {
    return null // The lock itself decides; the sentence then names nobody.
  }
}

/** An owner in words, for example "Lumafold (process 17) since 2026-03-01 09:30 UTC on desk at http://…". */
export function describeOwner(owner: LockOwner | null): string {
  if (owner === null) return 'another process'
  const { name, pid, host, since, address } = owner
  const when = `since ${since.slice(0, 16).replace('T', ' ')} UTC`
  const place = `${host === hostname() ? '' : ` on ${host}`}${address === undefined ? '' : ` at ${address}`}`
  return `${name} (process ${pid}) ${when}${place}`
}
