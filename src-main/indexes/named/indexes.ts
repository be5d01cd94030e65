import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IndexMetadata, SimilarImages } from '../../contract/analysis/index.ts'
import type { Ticket } from '../../contract/analysis/ticket.ts'
import type { IndexRow, Traits } from '../store/index-rows.ts'
import type { EntryPicture } from '../store/entry-rows.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { SaveOptions } from './admit-vector.ts'
import { Callbacks, type OnTrained } from './callbacks.ts'
import { findIndex } from './find-index.ts'
import { checkEntryId, checkOwner, nameOf, toKey, type IndexName } from './index-name.ts'
import type { IndexesLog } from './log.ts'
import { toMetadata } from './metadata.ts'
import { moveEntries, type Move } from './move-entries.ts'
import { saveEntries, type Entry } from './save-entries.ts'
import { loadSnapshot, searchIndex } from './search-index.ts'
import type { SearchOptions } from './search-options.ts'
import { SnapshotCache } from './snapshot-cache.ts'
import { prepareSnapshotFolder } from './snapshot-folder.ts'
import { Sweeper } from './sweeper.ts'
import type { TrainingWatch } from './train-index.ts'
import { Tickets } from './tickets.ts'
import { Trainings, type TrainingEnd } from './trainings.ts'

export type IndexesOptions = {
  /** Folder of indexes.db and of the snapshots; made where it is new. One process at a time owns it. */
  folder: string
  /** Milliseconds since 1970. */
  now?: () => number
  log?: IndexesLog
  /** Memory for snapshots, in bytes; 512 MiB when absent. */
  memoryBytes?: number
  /** Done before each training, by the name of the index; see `Prepare`. Nothing when absent. */
  prepare?: PrepareIndex | undefined
}

/** As `Prepare`, by the name of the index. */
type PrepareIndex = (name: IndexName, indexes: Indexes, watch: TrainingWatch) => Promise<string>

type OpenOptions = Required<Omit<IndexesOptions, 'prepare'>> & Pick<IndexesOptions, 'prepare'>

/**
 * Named similarity indexes. Alterations are on disk when a call returns, and searchable after the next training. Every
 * call on an index that does not exist throws `index-not-found`, except saving, which makes it.
 */
export class Indexes {
  readonly #store: IndexStore
  readonly #snapshotFolder: string
  readonly #now: () => number
  readonly #log: IndexesLog
  readonly #cache: SnapshotCache
  readonly #callbacks: Callbacks
  readonly #trainings: Trainings
  readonly #tickets: Tickets
  readonly #sweeper: Sweeper

  /** Takes the open store over; trainings that an earlier process did not finish go on. */
  constructor(store: IndexStore, { folder, now, log, memoryBytes, prepare }: OpenOptions) {
    this.#store = store
    this.#now = now
    this.#log = log
    this.#snapshotFolder = join(folder, 'snapshots')
    prepareSnapshotFolder(this.#snapshotFolder, store.indexes.snapshots())
    this.#cache = new SnapshotCache(this.#snapshotFolder, memoryBytes)
    this.#callbacks = new Callbacks(log)
    this.#trainings = new Trainings({
      store,
      cache: this.#cache,
      snapshotFolder: this.#snapshotFolder,
      now,
      log,
      prepare: prepare && ((row, watch) => this.#prepare(row, watch, prepare)),
      deleteSnapshot: (file) => this.#deleteSnapshot(file),
      finish: (tickets, end) => this.#finish(tickets, end),
    })
    this.#tickets = new Tickets(store, now, this.#trainings)
    this.#sweeper = new Sweeper(store, log)
    this.#sweeper.start()
    this.#resumeTrainings()
  }

  /**
   * Adds an entry, or replaces the one of that id. Throws `bad-params` where the vector cannot be compared with those
   * in the index.
   */
  save(name: IndexName, entryId: string, vector: Float32Array, options?: SaveOptions): void {
    saveEntries(this.#store, name, [{ entryId, vector }], options, this.#now())
  }

  /** Saves many entries, all or none. */
  saveAll(name: IndexName, entries: Iterable<Entry>, options?: SaveOptions): void {
    saveEntries(this.#store, name, entries, options, this.#now())
  }

  /** False where there was no such entry. */
  remove(name: IndexName, entryId: string): boolean {
    return this.#store.entries.remove(this.#find(name).id, checkEntryId(entryId))
  }

  /** Removes an index at once, with all its entries; its tickets stay. */
  removeIndex(name: IndexName): void {
    this.#removeRow(this.#find(name))
  }

  /** Removes all indexes of an owner, with their tickets. */
  removeOwner(owner: string): void {
    for (const row of this.#store.indexes.list(checkOwner(owner))) this.#removeRow(row)
    this.#store.tickets.removeOwner(owner)
  }

  /** Makes all alterations up to now searchable and gives a ticket at once; see `ticket`. */
  train(name: IndexName): string {
    const row = this.#find(name)
    const ticket = this.#tickets.issue(row)
    this.#trainings.request(row.id, ticket)
    return ticket
  }

  /** Calls when the training of a ticket has ended, well or not: in a later turn where it has not, else at once. */
  whenTrained(ticketId: string, onTrained: OnTrained): void {
    this.#callbacks.add(ticketId, onTrained)
    if (!this.#tickets.isOpen(ticketId)) void this.#callbacks.call(ticketId)
  }

  /** Trained entries by rising distance; nothing before the first training. */
  search(name: IndexName, vector: Float32Array, options: SearchOptions = {}): Promise<SimilarImages> {
    return searchIndex({ find: (sought) => this.#find(sought), cache: this.#cache }, name, vector, options)
  }

  /** Whether an entry is saved, trained or not. */
  hasEntry(name: IndexName, entryId: string): boolean {
    return this.#store.entries.has(this.#find(name).id, checkEntryId(entryId))
  }

  /**
   * As `search`, for what is alike to a saved entry; null where there is none. While an index is moved to another model
   * the entry is known as it was trained.
   */
  async searchEntry(name: IndexName, entryId: string, options: SearchOptions = {}): Promise<SimilarImages | null> {
    const { id, model, trainedModel, snapshot } = this.#find(name)
    const saved = this.#store.entries.vector(id, checkEntryId(entryId))
    if (saved === null) return null
    const isMoving = snapshot !== null && model !== trainedModel
    const trained = isMoving ? await this.#trainedVector(name, entryId) : null
    return this.search(name, trained ?? saved, trained ? options : { ...options, ...(model !== null && { model }) })
  }

  metadata(name: IndexName): IndexMetadata {
    return toMetadata(this.#store, this.#find(name))
  }

  /** What the vectors of an index are, so that a query can be made alike. */
  traits(name: IndexName): Traits {
    const { dimensions, model, featuresType } = this.#find(name)
    return { dimensions, model, featuresType }
  }

  /**
   * The model whose vectors a search must be made with, or a new entry be described with; undefined where any may be:
   * in an index that is empty or not there, and where it was never said.
   */
  modelFor(purpose: 'search' | 'save', name: IndexName): string | undefined {
    const row = this.#store.indexes.find(toKey(name))
    if (row === undefined) return undefined
    if (purpose === 'search' && row.snapshot !== null) return row.trainedModel ?? undefined
    return this.#store.entries.isEmpty(row.id) ? undefined : (row.model ?? undefined)
  }

  /** Every entry with what names its picture. */
  pictures(name: IndexName): EntryPicture[] {
    return this.#store.entries.pictures(this.#find(name).id)
  }

  /** Moves an index to another model, to be trained afterwards; answers with the entries that keep it from moving. */
  move(name: IndexName, to: Move): EntryPicture[] {
    return moveEntries(this.#store, this.#find(name), to)
  }

  list(owner?: string): IndexMetadata[] {
    return this.#store.indexes.list(checkOwner(owner)).map((row) => toMetadata(this.#store, row))
  }

  /** How a training stands. Throws `ticket-not-found` or `ticket-expired`. */
  ticket(ticketId: string, owner?: string): Ticket {
    return this.#tickets.read(ticketId, owner)
  }

  /** Stops trainings, which go on at the next start, and closes the files. */
  async close(): Promise<void> {
    await this.#trainings.stop()
    this.#tickets.leave()
    await this.#sweeper.stop()
    this.#store.close()
  }

  async #trainedVector(name: IndexName, entryId: string): Promise<Float32Array | null> {
    const row = this.#find(name)
    return (
      (await loadSnapshot({ find: (sought) => this.#find(sought), cache: this.#cache }, name, row))?.vectorOf(
        entryId,
      ) ?? null
    )
  }

  async #prepare(row: number, watch: TrainingWatch, prepare: PrepareIndex): Promise<string> {
    const index = this.#store.indexes.byId(row)
    return index === undefined ? '' : prepare(nameOf(index), this, watch)
  }

  #find(name: IndexName): IndexRow {
    return findIndex(this.#store, name)
  }

  #resumeTrainings(): void {
    for (const { id, ...key } of this.#tickets.resume()) {
      const row = this.#store.indexes.find(key)
      if (row) this.#trainings.request(row.id, id)
      else this.#tickets.finish([id], { failure: 'The index was removed before its training was finished.' })
    }
  }

  #finish(tickets: readonly string[], end: TrainingEnd): void {
    this.#tickets.finish(tickets, end)
    for (const ticket of tickets) void this.#callbacks.call(ticket)
  }

  #removeRow(row: IndexRow): void {
    this.#store.indexes.remove(row.id)
    if (row.snapshot !== null) this.#deleteSnapshot(row.snapshot)
    this.#sweeper.start()
  }

  #deleteSnapshot(file: string): void {
    this.#cache.drop(file)
    rm(join(this.#snapshotFolder, file), { force: true }).catch((error: unknown) =>
      this.#log.warn('an old snapshot stays until the next start', { file, error }),
    )
  }
}
