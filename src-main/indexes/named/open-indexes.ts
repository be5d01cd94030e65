import { join } from 'node:path'
import type { IndexStore } from '../store/port.ts'
import { openIndexStore } from '../store/sqlite/index-store.ts'
import { Indexes, type IndexesOptions } from './indexes.ts'
import { silent } from './log.ts'
import { snapshotStates } from './snapshot-states.ts'
import type { TrainedStates } from './trained-states.ts'
import type { TrainingQueue } from './training-queue.ts'
import { nameOf } from './index-name.ts'

/** Memory for snapshots where nothing else is said, in bytes. */
export const MEMORY_BYTES = 512 * 1024 * 1024

export type OpenOptions = IndexesOptions & {
  /** Folder of indexes.db and of the snapshots; made where it is new. One process at a time owns it. */
  folder: string
  /** Who does the trainings; to be closed before the indexes, and not by them. */
  queue: TrainingQueue
  /** In place of SQLite in the folder; closed with the indexes. */
  store?: IndexStore | undefined
  /** Memory for snapshots, in bytes; 512 MiB when absent. */
  memoryBytes?: number | undefined
  /** Where trained states are kept, instead of as files of the folder. */
  states?: TrainedStates | undefined
}

/**
 * Opens the indexes in a folder; trainings that an earlier process did not finish go on. Rejects with `library-in-use`,
 * `library-too-new` or `library-damaged`.
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
 * Has indexes trained anew whose trained state is kept where this program was not told to look, as after an option was
 * left out or an index was moved from another database.
 */
async function trainUnknown(store: IndexStore, states: TrainedStates, indexes: Pick<Indexes, 'train'>) {
  for (const { id, snapshot } of await store.indexes.snapshots()) {
    const row = states.has(snapshot) ? undefined : await store.indexes.byId(id)
    if (row?.snapshot === snapshot) await indexes.train(nameOf(row))
  }
}
