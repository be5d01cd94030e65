import { join } from 'node:path'
import type { IndexStore } from '../store/port.ts'
import { openIndexStore } from '../store/sqlite/open-index-store.ts'
import { Indexes, type IndexesOptions } from './indexes.ts'
import { silent } from './indexes-log.ts'
import { snapshotStates } from './snapshot-states.ts'
import type { TrainedStates } from './trained-states.ts'
import type { TrainingQueue } from './training-queue.ts'
import { nameOf } from './index-name.ts'

/** Default memory for snapshots, in bytes. */
export const MEMORY_BYTES = 512 * 1024 * 1024

export type OpenOptions = IndexesOptions & {
  /** Folder of indexes.db and of the snapshots; created if missing. One process at a time owns it. */
  folder: string
  /** Runs the trainings; the caller closes it before the indexes. */
  queue: TrainingQueue
  /** Replaces SQLite in the folder; closed with the indexes. */
  store?: IndexStore | undefined
  /** Memory for snapshots, in bytes; 512 MiB when absent. */
  memoryBytes?: number | undefined
  /** Stores trained states elsewhere than in files of the folder. */
  states?: TrainedStates | undefined
}

/**
 * Opens the indexes in a folder; trainings that an earlier process did not finish continue. Rejects with
 * `library-in-use`, `library-too-new` or `library-damaged`.
 */
export async function openIndexes({
  folder,
  queue,
  store: given,
  now = Date.now,
  log = silent,
  memoryBytes = MEMORY_BYTES,
  states = snapshotStates(join(folder, 'snapshots'), memoryBytes),
  ...options
}: OpenOptions): Promise<Indexes> {
  const store = given ?? openIndexStore(folder)
  try {
    const indexes = await Indexes.open(store, { ...options, states, queue, now, log })
    await trainUnknown(store, states, indexes)
    return indexes
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Trains indexes again whose trained state is in a store that this program does not use, for example after an option
 * was left out or an index came from another database.
 */
async function trainUnknown(store: IndexStore, states: TrainedStates, indexes: Pick<Indexes, 'train'>) {
  for (const { id, snapshot } of await store.indexes.snapshots()) {
    const row = states.has(snapshot) ? undefined : await store.indexes.byId(id)
    if (row?.snapshot === snapshot) await indexes.train(nameOf(row))
  }
}
