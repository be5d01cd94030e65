import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OWNER_ONLY } from '../../sqlite/owner-only.ts'

/**
 * Makes the folder of snapshots and deletes what a crash left there: unfinished files, and snapshots no index refers
 * to.
 */
export async function prepareSnapshotFolder(folder: string, inUse: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
  const kept = new Set(inUse)
  for (const name of await readdir(folder))
    if (/\.snapshot(\.part)?$/.test(name) && !kept.has(name)) await rm(join(folder, name), { force: true })
}
