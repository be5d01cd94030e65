import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the folder of snapshots and deletes what a crash left there: unfinished files, and snapshots no index refers
 * to.
 */
export function prepareSnapshotFolder(folder: string, inUse: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  const kept = new Set(inUse)
  for (const name of readdirSync(folder))
    if (/\.snapshot(\.part)?$/.test(name) && !kept.has(name)) rmSync(join(folder, name), { force: true })
}
