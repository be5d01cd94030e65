import { join } from 'node:path'
import type { IndexKind } from '../../contract/analysis/index.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'
import { readSnapshot } from './snapshot-file.ts'

/** Snapshots in memory by file name, the least recently used let go when they exceed a number of bytes. */
export type SnapshotCache = {
  /** The snapshot, read where it is not in memory; searches that wait for the same file share one reading. */
  get(file: string, kind: IndexKind): Promise<Snapshot>
  put(file: string, snapshot: Snapshot): void
  drop(file: string): void
  bytes(): number
}

/** Most snapshots at a time: each holds a WebAssembly memory, of which a process can have some 16,000. */
const MAX_LOADED = 2_000

/** Creates an empty cache. The snapshot used last stays even where it alone exceeds `memoryBytes`. */
export function createSnapshotCache(folder: string, memoryBytes: number): SnapshotCache {
  const loaded = new Map<string, Snapshot>()
  const loading = new Map<string, Promise<Snapshot>>()
  let bytes = 0
  const take = (file: string) => {
    bytes -= loaded.get(file)?.bytes() ?? 0 // a snapshot does not change, so this is what was added
    loaded.delete(file)
  }
  const put = (file: string, snapshot: Snapshot) => {
    take(file)
    loaded.set(file, snapshot) // a Map keeps the order of insertion, so the first is the one unused for longest
    bytes += snapshot.bytes()
    for (const oldest of loaded.keys()) {
      if (oldest === file || (bytes <= memoryBytes && loaded.size <= MAX_LOADED)) return
      take(oldest)
    }
  }
  const load = (file: string, kind: IndexKind): Promise<Snapshot> => {
    const reading: Promise<Snapshot> = read(join(folder, file), kind)
      .then((snapshot) => {
        if (loading.get(file) === reading) put(file, snapshot) // not where it was dropped meanwhile
        return snapshot
      })
      .finally(() => {
        if (loading.get(file) === reading) loading.delete(file)
      })
    loading.set(file, reading)
    return reading
  }
  return {
    async get(file, kind) {
      const present = loaded.get(file)
      if (present === undefined) return loading.get(file) ?? load(file, kind)
      put(file, present)
      return present
    },
    put,
    drop(file) {
      take(file)
      loading.delete(file)
    },
    bytes: () => bytes,
  }
}

async function read(path: string, kind: IndexKind): Promise<Snapshot> {
  const made: Snapshot[] = []
  await readSnapshot(path, (shape) => {
    const snapshot = createSnapshot(kind, shape)
    made.push(snapshot)
    return snapshot.add
  })
  return made[0]!
}
