import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes the folder of snapshots and deletes what a crash left there: unfinished files, and snapshots no index refers
 * to.
 */
export async function prepareSnapshotFolder(folder: string, inUse: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const kept = new Set(inUse)
  for (const name of await readdir(folder))
    if (/\.snapshot(\.part)?$/.test(name) && !kept.has(name)) await rm(join(folder, name), { force: true })
}
