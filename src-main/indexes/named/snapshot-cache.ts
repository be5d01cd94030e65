import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { IndexKind } from '../../contract/analysis/index.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'
import { readSnapshot } from './snapshot-file.ts'

/** Most snapshots at a time: each holds a WebAssembly memory, of which a process can have some 16,000. */
const MAX_LOADED = 2_000

/** Snapshots in memory by file name; the least recently used are dropped when they exceed a number of bytes. */
export class SnapshotCache {
  readonly #folder: string
  readonly #loaded: LRUCache<string, Snapshot>
  readonly #loading = new Map<string, Promise<Snapshot>>()

  /** The snapshot used last stays even where it alone exceeds `memoryBytes`: it counts as all of them. */
  constructor(folder: string, memoryBytes: number) {
    const maxSize = Math.max(1, Math.floor(memoryBytes))
    this.#folder = folder
    this.#loaded = new LRUCache({
      max: MAX_LOADED,
      maxSize,
      sizeCalculation: (snapshot) => Math.min(maxSize, snapshot.bytes()), // a snapshot does not change
    })
  }

  /** The snapshot, read where it is not in memory; searches that wait for the same file share one reading. */
  async get(file: string, kind: IndexKind): Promise<Snapshot> {
    return this.#loaded.get(file) ?? this.#loading.get(file) ?? this.#load(file, kind)
  }

  put(file: string, snapshot: Snapshot): void {
    this.#loaded.set(file, snapshot)
  }

  drop(file: string): void {
    this.#loaded.delete(file)
    this.#loading.delete(file)
  }

  #load(file: string, kind: IndexKind): Promise<Snapshot> {
    const reading = read(join(this.#folder, file), kind)
      .then((snapshot) => {
        if (this.#loading.get(file) === reading) this.put(file, snapshot) // not where it was dropped meanwhile
        return snapshot
      })
      .finally(() => {
        if (this.#loading.get(file) === reading) this.#loading.delete(file)
      })
    this.#loading.set(file, reading)
    return reading
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
