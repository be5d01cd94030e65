import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IndexMetadata, SimilarImages } from '../../contract/analysis/index.ts'
import type { Ticket } from '../../contract/analysis/ticket.ts'
import type { IndexRow, Traits } from '../store/index-rows.ts'
import { openIndexStore } from '../store/index-store.ts'
import type { SaveOptions } from './admit-vector.ts'
import { callBack } from './call-back.ts'
import { findIndex } from './find-index.ts'
import { checkEntryId, checkOwner, type IndexName } from './index-name.ts'
import { silent, type IndexesLog } from './log.ts'
import { toMetadata } from './metadata.ts'
import { saveEntries, type Entry } from './save-entries.ts'
import { searchIndex } from './search-index.ts'
import type { SearchOptions } from './search-options.ts'
import { createSnapshotCache } from './snapshot-cache.ts'
import { prepareSnapshotFolder } from './snapshot-folder.ts'
import { createSweeper } from './sweeper.ts'
import { createTickets } from './tickets.ts'
import { createTrainings, type TrainingEnd } from './trainings.ts'

export type IndexesOptions = {
  /** Folder of indexes.db and of the snapshots; made where it is new. One process at a time owns it. */
  folder: string
  /** Milliseconds since 1970. */
  now?: () => number
  log?: IndexesLog
  /** Memory for snapshots, in bytes; 512 MiB when absent. */
  memoryBytes?: number
}

export type TrainOptions = {
  /** Called when the training has ended, well or not; the ticket is final by then. */ onDone?: (
    ticketId: string,
  ) => unknown
}

/**
 * Named similarity indexes. Alterations are on disk when a call returns, and searchable after the next training. Every
 * call on an index that does not exist throws `index-not-found`, except saving, which makes it.
 */
export type Indexes = {
  /**
   * Adds an entry, or replaces the one of that id. Throws `bad-params` where the vector cannot be compared with those
   * in the index.
   */
  save(index: IndexName, entryId: string, vector: Float32Array, options?: SaveOptions): void
  /** Saves many entries, all or none. */
  saveAll(index: IndexName, entries: Iterable<Entry>, options?: SaveOptions): void
  /** False where there was no such entry. */
  remove(index: IndexName, entryId: string): boolean
  /** Removes an index at once, with all its entries; its tickets stay. */
  removeIndex(index: IndexName): void
  /** Removes all indexes of an owner, with their tickets. */
  removeOwner(owner: string): void
  /** Makes all alterations up to now searchable and gives a ticket at once; see `ticket`. */
  train(index: IndexName, options?: TrainOptions): string
  /** Calls when the training of a ticket has ended, well or not: in a later turn where it has not, else at once. */
  whenTrained(ticketId: string, onDone: NonNullable<TrainOptions['onDone']>): void
  /** Trained entries by rising distance; nothing before the first training. */
  search(index: IndexName, vector: Float32Array, options?: SearchOptions): Promise<SimilarImages>
  /** Whether an entry is saved, trained or not. */
  hasEntry(index: IndexName, entryId: string): boolean
  /** The vector of a saved entry, for searching by it; null where there is none. */
  vectorOf(index: IndexName, entryId: string): Float32Array | null
  metadata(index: IndexName): IndexMetadata
  /** What the vectors of an index are, so that a query can be made alike. */
  traits(index: IndexName): Traits
  list(owner?: string): IndexMetadata[]
  /** How a training stands. Throws `ticket-not-found` or `ticket-expired`. */
  ticket(ticketId: string, owner?: string): Ticket
  /** Stops trainings, which go on at the next start, and closes the files. */
  close(): Promise<void>
}

/**
 * Opens the indexes in a folder; trainings that an earlier process did not finish go on. Throws `library-in-use`,
 * `library-too-new` or `library-damaged`.
 */
export function openIndexes({
  folder,
  now = Date.now,
  log = silent,
  memoryBytes = 512 * 1024 * 1024,
}: IndexesOptions): Indexes {
  const store = openIndexStore(folder)
  const snapshotFolder = join(folder, 'snapshots')
  prepareSnapshotFolder(snapshotFolder, store.indexes.snapshots())
  const cache = createSnapshotCache(snapshotFolder, memoryBytes)
  const deleteSnapshot = (file: string) => {
    cache.drop(file)
    rm(join(snapshotFolder, file), { force: true }).catch((error: unknown) =>
      log.warn('an old snapshot stays until the next start', { file, error }),
    )
  }
  const callbacks = new Map<string, NonNullable<TrainOptions['onDone']>>()
  const finish = (ids: readonly string[], end: TrainingEnd) => {
    tickets.finish(ids, end)
    for (const id of ids) void callBack(callbacks, id, log)
  }
  const trainings = createTrainings({ store, cache, snapshotFolder, now, deleteSnapshot, log }, finish)
  const tickets = createTickets(store, now, trainings.progressOf)
  const sweeper = createSweeper(store, log)
  sweeper.start()
  const find = (name: IndexName): IndexRow => findIndex(store, name)
  const removeRow = (row: IndexRow) => {
    store.indexes.remove(row.id)
    if (row.snapshot !== null) deleteSnapshot(row.snapshot)
    sweeper.start()
  }
  const whenTrained: Indexes['whenTrained'] = (ticket, onDone) => {
    callbacks.set(ticket, onDone)
    if (!tickets.isOpen(ticket)) void callBack(callbacks, ticket, log)
  }
  for (const { id, ...key } of tickets.leftOpen()) {
    const row = store.indexes.find(key)
    if (row) trainings.request(row.id, id)
    else tickets.finish([id], { failure: 'The index was removed before its training was finished.' })
  }

  return {
    save: (name, entryId, vector, options) => saveEntries(store, name, [{ entryId, vector }], options, now()),
    saveAll: (name, entries, options) => saveEntries(store, name, entries, options, now()),
    remove: (name, entryId) => store.entries.remove(find(name).id, checkEntryId(entryId)),
    removeIndex: (name) => removeRow(find(name)),
    removeOwner(owner) {
      for (const row of store.indexes.list(checkOwner(owner))) removeRow(row)
      store.tickets.removeOwner(owner)
    },
    train(name, { onDone } = {}) {
      const row = find(name)
      const ticket = tickets.issue(row)
      trainings.request(row.id, ticket)
      if (onDone) whenTrained(ticket, onDone)
      return ticket
    },
    whenTrained,
    search: (name, vector, options = {}) => searchIndex({ find, cache }, name, vector, options),
    hasEntry: (name, entryId) => store.entries.has(find(name).id, checkEntryId(entryId)),
    vectorOf: (name, entryId) => store.entries.vector(find(name).id, checkEntryId(entryId)),
    metadata: (name) => toMetadata(store, find(name)),
    traits(name) {
      const { dimensions, model, featuresType } = find(name)
      return { dimensions, model, featuresType }
    },
    list: (owner) => store.indexes.list(checkOwner(owner)).map((row) => toMetadata(store, row)),
    ticket: tickets.read,
    async close() {
      await trainings.stop()
      tickets.leave()
      await sweeper.stop()
      store.close()
    },
  }
}
