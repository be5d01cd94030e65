import type { IndexStore } from '../store/port.ts'
import { openIndexStore } from '../store/sqlite/index-store.ts'
import { Indexes, type IndexesOptions } from './indexes.ts'
import { silent } from './log.ts'

const DEFAULT_MEMORY_BYTES = 512 * 1024 * 1024

/**
 * Opens the indexes in a folder; trainings that an earlier process did not finish go on. Their store is SQLite in that
 * folder where none is given, and is closed with them. Rejects with `library-in-use`, `library-too-new` or
 * `library-damaged`.
 */
export async function openIndexes({
  folder,
  store: given,
  now = Date.now,
  log = silent,
  memoryBytes = DEFAULT_MEMORY_BYTES,
  prepare,
}: IndexesOptions & { store?: IndexStore }): Promise<Indexes> {
  const store = given ?? openIndexStore(folder)
  try {
    return await Indexes.open(store, { folder, now, log, memoryBytes, prepare })
  } catch (error) {
    await store.close()
    throw error
  }
}
