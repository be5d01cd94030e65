import { randomUUID } from 'node:crypto'
import { rm, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSnapshot } from './load-snapshot.ts'
import { SnapshotCache } from './snapshot-cache.ts'
import type { TrainedStates } from './trained-states.ts'
import { writeTraining } from './write-training.ts'
import { isAbsent } from '../../base/files/file-errors.ts'
import { OWNER_ONLY } from '../../base/sqlite/owner-only.ts'

const FILE = /^[^/]+\.snapshot$/

/** Trained states as files of a folder, searched in memory; `memoryBytes` limits the open ones. */
export function snapshotStates(folder: string, memoryBytes: number): TrainedStates {
  const cache = new SnapshotCache((file, kind) => loadSnapshot(join(folder, file), kind), memoryBytes)
  return {
    has: (name) => FILE.test(name),
    async build(training, watch) {
      const name = `${training.indexRow}-${randomUUID()}.snapshot`
      cache.put(name, await writeTraining(join(folder, name), training, watch))
      return name
    },
    async open(name, kind) {
      try {
        return await cache.get(name, kind)
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async remove(name) {
      cache.drop(name)
      await rm(join(folder, name), { force: true })
    },
    sweep: (inUse) => prepareSnapshotFolder(folder, inUse),
  }
}

/**
 * Creates the folder of snapshots and deletes what a crash left there: unfinished files, and snapshots that no index
 * refers to.
 */
async function prepareSnapshotFolder(folder: string, inUse: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
  const kept = new Set(inUse)
  for (const name of await readdir(folder))
    if (/\.snapshot(\.part)?$/.test(name) && !kept.has(name)) await rm(join(folder, name), { force: true })
}
