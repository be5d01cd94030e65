import { LRUCache } from 'lru-cache'
import type { IndexKind } from '../../contract/analysis/index.ts'
import type { Snapshot } from './snapshot.ts'

/** Maximum snapshots in memory: each has a WebAssembly memory, of which a process can have some 16,000. */
const MAX_LOADED = 2_000

type Load = (name: string, kind: IndexKind) => Promise<Snapshot>

/** Snapshots in memory by name. The least recently used are dropped when all together exceed a number of bytes. */
export class SnapshotCache {
  readonly #load: Load
  readonly #loaded: LRUCache<string, Snapshot>
  readonly #loading = new Map<string, Promise<Snapshot>>()

  /** The snapshot used last stays even if it alone exceeds `memoryBytes`: it then counts as exactly that. */
  constructor(load: Load, memoryBytes: number) {
    const maxSize = Math.max(1, Math.floor(memoryBytes))
    this.#load = load
    this.#loaded = new LRUCache({
      max: MAX_LOADED,
      maxSize,
      sizeCalculation: (snapshot) => Math.min(maxSize, snapshot.bytes()), // a snapshot does not change
    })
  }

  /** The snapshot, loaded if it is not in memory. Concurrent searches of the same one share one loading. */
  async get(name: string, kind: IndexKind): Promise<Snapshot> {
    return this.#loaded.get(name) ?? this.#loading.get(name) ?? this.#startLoading(name, kind)
  }

  put(name: string, snapshot: Snapshot): void {
    this.#loaded.set(name, snapshot)
  }

  drop(name: string): void {
    this.#loaded.delete(name)
    this.#loading.delete(name)
  }

  /** Drops all snapshots whose name matches. */
  dropWhere(isGone: (name: string) => boolean): void {
    for (const name of [...this.#loaded.keys()].filter(isGone)) this.drop(name)
  }

  #startLoading(name: string, kind: IndexKind): Promise<Snapshot> {
    const loading = this.#load(name, kind)
      .then((snapshot) => {
        if (this.#loading.get(name) === loading) this.put(name, snapshot) // not if it was dropped meanwhile
        return snapshot
      })
      .finally(() => {
        if (this.#loading.get(name) === loading) this.#loading.delete(name)
      })
    this.#loading.set(name, loading)
    return loading
  }
}
