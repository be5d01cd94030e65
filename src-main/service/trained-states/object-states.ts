import { createHash } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { IndexKind } from '../../contract/analysis/index.ts'
import { AppError } from '../../contract/errors.ts'
import { loadSnapshot } from '../../indexes/named/load-snapshot.ts'
import { SnapshotCache } from '../../indexes/named/snapshot-cache.ts'
import type { Snapshot } from '../../indexes/named/snapshot.ts'
import type { SharedStates, TrainedState, Training, TrainingWatch } from '../../indexes/named/trained-states.ts'
import { writeTraining } from '../../indexes/named/write-training.ts'
import { randomText } from '../ids/random-text.ts'
import { ObjectCache } from '../objects/cache/object-cache.ts'
import { ObjectStoreError, type ObjectStore } from '../ports/object-store.ts'
import { DiskGuard } from '../uploads/disk-guard.ts'
import { contentOf, indexOf, isStateName, keyOf, nameFor, nameOfKey, PREFIX } from './state-names.ts'
import { readSnapshot } from '../../indexes/named/snapshot-file.ts'
import { hashFile } from '../../base/files/hash.ts'

/** Maximum size of local snapshot files that are not being read, in bytes. */
const COPY_BYTES = 8 * 1024 ** 3
/**
 * Disk space that snapshots leave free: more than uploads do, so that copies of snapshots never cause an upload to be
 * refused.
 */
const MIN_FREE_BYTES = 512 * 1024 * 1024
/**
 * Pauses before another try to store a snapshot while the store is away: an outage of two minutes loses no training.
 */
const AWAY_PAUSES_MS = [1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000]

export type ObjectStatesOptions = {
  store: ObjectStore
  /** Folder of this node only, emptied at the start. */
  folder: string
  /** Memory for open snapshots, in bytes. */
  memoryBytes: number
  minFreeBytes?: number | undefined
  awayPausesMs?: readonly number[] | undefined
}

/**
 * Trained states as objects that all nodes of a service share, each searched in memory: a node fetches a state when it
 * is first searched there. Calls throw ObjectStoreError if the store fails, ServiceError 503 if the disk is full.
 */
export class ObjectStates implements SharedStates {
  readonly #store: ObjectStore
  readonly #making: string
  readonly #copies: ObjectCache
  readonly #memory: SnapshotCache
  readonly #awayPausesMs: readonly number[]

  private constructor(options: ObjectStatesOptions, making: string, copies: ObjectCache) {
    this.#store = options.store
    this.#making = making
    this.#copies = copies
    this.#memory = new SnapshotCache((name, kind) => this.#load(name, kind), options.memoryBytes)
    this.#awayPausesMs = options.awayPausesMs ?? AWAY_PAUSES_MS
  }

  /** Opens the folder and deletes what an earlier process left in it. */
  static async open(options: ObjectStatesOptions): Promise<ObjectStates> {
    const { store, folder, minFreeBytes = MIN_FREE_BYTES } = options
    const making = join(folder, 'making')
    await rm(making, { recursive: true, force: true })
    await mkdir(making, { recursive: true, mode: 0o700 })
    const room = new DiskGuard(making, minFreeBytes)
    const copies = await ObjectCache.open({ store, folder: join(folder, 'copies'), maxBytes: COPY_BYTES, room })
    return new ObjectStates(options, making, copies)
  }

  has(name: string): boolean {
    return isStateName(name)
  }

  async build(training: Training, watch: TrainingWatch): Promise<string> {
    const path = join(this.#making, `${randomText(12)}.snapshot`)
    try {
      const { snapshot, sha256, bytes } = await this.#write(path, training, watch)
      const name = nameFor(training.indexRow, sha256)
      await this.#put(name, path, watch.signal)
      await this.#copies.adopt(path, contentOf(name), bytes)
      this.#memory.put(name, snapshot)
      return name
    } finally {
      await rm(path, { force: true })
    }
  }

  /**
   * Makes the file of a snapshot a state of an index, and returns its name; the file stays. Throws `library-damaged` if
   * the file is damaged, and as `open` of `node:fs` does.
   */
  async take(path: string, indexRow: number, signal: AbortSignal): Promise<string> {
    const name = nameFor(indexRow, await sumOfSnapshot(path, signal))
    await this.#put(name, path, signal)
    return name
  }

  /** Adopts the file of a stored state, so that this node need not fetch it. */
  async adopt(path: string, name: string): Promise<void> {
    await this.#copies.adopt(path, contentOf(name), (await stat(path)).size)
  }

  async open(name: string, kind: IndexKind): Promise<TrainedState | null> {
    try {
      return await this.#memory.get(name, kind)
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error
      if (error.code === 'not-found') return null
      throw error.code === 'damaged' ? damaged(name, error) : error
    }
  }

  letGo(name: string): void {
    this.#memory.drop(name)
  }

  async remove(name: string): Promise<void> {
    this.letGo(name)
    this.#copies.forget(contentOf(name))
    await this.#store.delete(keyOf(name))
  }

  /** Does nothing: the files of this node were deleted when its folder was opened. */
  async sweep(): Promise<void> {}

  async *madeBefore(timeMs: number): AsyncIterable<string> {
    for await (const { key, changedMs } of this.#store.list(PREFIX)) {
      const name = nameOfKey(key)
      if (changedMs < timeMs && isStateName(name)) yield name
    }
  }

  /** Ends downloads. */
  close(): Promise<void> {
    return this.#copies.close()
  }

  async #write(path: string, training: Training, watch: TrainingWatch) {
    using room = await this.#copies.room().reserve()
    const hash = createHash('sha256')
    let bytes = 0
    const snapshot = await writeTraining(path, training, watch, async (written) => {
      await room.beforeWriting(written.length)
      hash.update(written)
      bytes += written.length
    })
    return { snapshot, sha256: hash.digest('hex'), bytes }
  }

  /** Stores a file, with growing pauses between tries while the store is away. */
  async #put(name: string, path: string, signal: AbortSignal): Promise<void> {
    for (const pauseMs of this.#awayPausesMs) {
      try {
        return await this.#store.put(keyOf(name), path, { signal })
      } catch (error) {
        if (!(error instanceof ObjectStoreError && error.code === 'away')) throw error
      }
      await pause(pauseMs, undefined, { signal, ref: false })
    }
    await this.#store.put(keyOf(name), path, { signal })
  }

  async #load(name: string, kind: IndexKind): Promise<Snapshot> {
    const snapshot = await this.#read(name, kind).catch((error: unknown) => {
      // The object's SHA-256 was verified when it was fetched, so only the local file can be damaged.
      if (!(error instanceof AppError && error.code === 'library-damaged')) throw error
      this.#copies.forget(contentOf(name))
      return this.#read(name, kind)
    })
    const index = indexOf(name)
    this.#memory.dropWhere((other) => other !== name && indexOf(other) === index) // the one that this replaced
    return snapshot
  }

  async #read(name: string, kind: IndexKind): Promise<Snapshot> {
    const { path, release } = await this.#copies.hold(keyOf(name), contentOf(name))
    try {
      return await loadSnapshot(path, kind)
    } finally {
      await release()
    }
  }
}

const damaged = (name: string, cause: unknown) =>
  new AppError(
    'library-damaged',
    `The trained state ${name} is damaged. Train the index again; its entries are not lost.`,
    { cause },
  )

/**
 * The SHA-256 of a snapshot's file, which is read completely and checked. Throws `library-damaged`, or as `open` does.
 */
async function sumOfSnapshot(path: string, signal: AbortSignal): Promise<string> {
  await readSnapshot(path, () => () => {})
  return hashFile(path, signal)
}
