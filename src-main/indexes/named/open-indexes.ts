import { openIndexStore } from '../store/index-store.ts'
import { Indexes, type IndexesOptions } from './indexes.ts'
import { silent } from './log.ts'

const DEFAULT_MEMORY_BYTES = 512 * 1024 * 1024

/**
 * Opens the indexes in a folder; trainings that an earlier process did not finish go on. Throws `library-in-use`,
 * `library-too-new` or `library-damaged`.
 */
export function openIndexes({
  folder,
  now = Date.now,
  log = silent,
  memoryBytes = DEFAULT_MEMORY_BYTES,
  prepare,
}: IndexesOptions): Indexes {
  return new Indexes(openIndexStore(folder), { folder, now, log, memoryBytes, prepare })
}
