import type { IndexMetadata, SimilarImages } from '../../contract/analysis/index.ts'
import type { Ticket } from '../../contract/analysis/ticket.ts'
import type {
  EntryPicture,
  FoundIndex,
  IndexRow,
  IndexStore,
  Move,
  TicketCall,
  Traits,
  Counts,
  NewEntry,
  TicketRow,
} from '../store/port.ts'
import { type HeldVectors, type SaveOptions, admit, checkVector } from './admit-vector.ts'
import { checkEntryId, checkOwner, nameOf, toKey, type IndexName, titleOf } from './index-name.ts'
import { IndexView } from './index-view.ts'
import type { IndexesLog } from './indexes-log.ts'
import type { SearchOptions } from './search-options.ts'
import type { TrainedStates, TrainingWatch } from './trained-states.ts'
import type { TrainingQueue } from './training-queue.ts'
import { Trainings } from './trainings.ts'
import { AppError } from '../../contract/errors.ts'
import { setImmediate } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'

export type IndexesOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  log?: IndexesLog
  /** Runs before each training, with the name of the index; see `Prepare`. Nothing when absent. */
  prepare?: PrepareIndex | undefined
  /** Calls the address of a final ticket. It is called again if it rejects, or if the process ends during the call. */
  call?: ((call: TicketCall) => Promise<void>) | undefined
  /** Milliseconds between two notes of a training's progress; a second when absent. */
  progressMs?: number | undefined
}

/** As `Prepare`, with the name of the index. */
type PrepareIndex = (name: IndexName, indexes: Indexes, watch: TrainingWatch) => Promise<string>

type OpenOptions = Required<Pick<IndexesOptions, 'now' | 'log'>> &
  Omit<IndexesOptions, 'now' | 'log'> & {
    /** Stores the trained states. */
    states: TrainedStates
    /** Runs the trainings. Whoever opened the queue closes it, before the indexes. */
    queue: TrainingQueue
  }

const PROGRESS_MS = 1000
const MEND_MS = 60_000

/**
 * Named similarity indexes. Changes are durable when a call resolves, and searchable after the next training. Every
 * call on an index that does not exist rejects with `index-not-found`, except saving, which creates it.
 */
export class Indexes {
  readonly #store: IndexStore
  readonly #now: () => number
  readonly #log: IndexesLog
  readonly #states: TrainedStates
  readonly #queue: TrainingQueue
  readonly #tickets: Tickets
  readonly #sweeper: Sweeper
  /** When a training was requested because a state was missing, in milliseconds since 1970. */
  readonly #mended = new Map<string, number>()

  private constructor(store: IndexStore, { states, queue, now, log }: OpenOptions) {
    this.#store = store
    this.#now = now
    this.#log = log
    this.#states = states
    this.#queue = queue
    this.#tickets = new Tickets(store, now)
    this.#sweeper = new Sweeper(store, log)
  }

  /** Takes ownership of the open store and runs its trainings; those that stopped with a process continue. */
  static async open(store: IndexStore, options: OpenOptions): Promise<Indexes> {
    const indexes = new Indexes(store, options)
    await options.states.sweep((await store.indexes.snapshots()).map(({ snapshot }) => snapshot))
    indexes.#sweeper.start()
    await indexes.#beginTrainings(options)
    return indexes
  }

  /**
   * Adds an entry, or replaces the one with that id. Rejects with `bad-params` if the vector cannot be compared with
   * those in the index.
   */
  save(name: IndexName, entryId: string, vector: Float32Array, options?: SaveOptions): Promise<void> {
    return saveEntries(this.#store, name, [{ entryId, vector }], options, this.#now())
  }

  /** Saves many entries, all or none. */
  saveAll(name: IndexName, entries: Iterable<Entry>, options?: SaveOptions): Promise<void> {
    return saveEntries(this.#store, name, entries, options, this.#now())
  }

  /** Returns false if there was no such entry. */
  async remove(name: IndexName, entryId: string): Promise<boolean> {
    return this.#store.entries.remove((await this.#find(name)).id, checkEntryId(entryId))
  }

  /** Removes an index at once, with all its entries; its tickets remain. */
  async removeIndex(name: IndexName): Promise<void> {
    await this.#removeRow((await this.#find(name)).id)
  }

  /** Removes all indexes of an owner, with their tickets. */
  async removeOwner(owner: string): Promise<void> {
    for (const { id } of await this.#store.indexes.list(checkOwner(owner))) await this.#removeRow(id)
    await this.#store.tickets.removeOwner(owner)
  }

  /**
   * Makes all changes up to now searchable and returns a ticket at once; see `ticket`. `callbackUrl` is called when the
   * training has ended, whether or not it succeeded.
   */
  async train(name: IndexName, callbackUrl: string | null = null): Promise<string> {
    const row = await this.#find(name)
    // issued before the training is requested: one without tickets does nothing
    const ticket = await this.#tickets.issue(row, callbackUrl)
    await this.#queue.request(row.id)
    return ticket
  }

  /** Trained entries by rising distance; nothing before the first training. */
  async search(name: IndexName, vector: Float32Array, options: SearchOptions = {}): Promise<SimilarImages> {
    return (await this.view(name)).search(vector, options)
  }

  /** Whether an entry is saved, trained or not. */
  async hasEntry(name: IndexName, entryId: string): Promise<boolean> {
    return this.#store.entries.has((await this.#find(name)).id, checkEntryId(entryId))
  }

  /** As `searchEntry` of `IndexView`. */
  async searchEntry(name: IndexName, entryId: string, options: SearchOptions = {}): Promise<SimilarImages | null> {
    return (await this.view(name)).searchEntry(entryId, options)
  }

  /** Reads an index once, for several questions about it. */
  async view(name: IndexName): Promise<IndexView> {
    const find = (sought: IndexName) => this.#find(sought)
    const mend = (index: IndexRow) => this.#mend(index)
    return new IndexView({ find, states: this.#states, store: this.#store, mend }, name, await find(name))
  }

  /**
   * What the index for a new picture holds, perhaps as this process read it a while ago: save with `isFor` if you rely
   * on it. Empty if there is no index.
   */
  async recall(name: IndexName): Promise<HeldVectors> {
    const found = await this.#store.indexes.recall(toKey(name))
    return found ?? { dimensions: null, model: null, featuresType: null, isEmpty: true }
  }

  async metadata(name: IndexName): Promise<IndexMetadata> {
    const row = await this.#find(name)
    return toMetadata(row, await this.#store.indexes.counts(row.id))
  }

  /** The traits of an index's vectors, so that a query can match them. */
  async traits(name: IndexName): Promise<Traits> {
    return (await this.view(name)).traits
  }

  /**
   * The model that a search vector must come from, or that a new entry must be described with. Undefined if any will
   * do: in an index that is empty or missing, and if no model was ever given.
   */
  async modelFor(purpose: 'search' | 'save', name: IndexName): Promise<string | undefined> {
    const row = await this.#store.indexes.find(toKey(name))
    if (row === undefined) return undefined
    if (purpose === 'search' && row.snapshot !== null) return row.trainedModel ?? undefined
    return row.isEmpty ? undefined : (row.model ?? undefined)
  }

  /** Every entry with what identifies its picture. */
  async pictures(name: IndexName): Promise<EntryPicture[]> {
    return this.#store.entries.pictures((await this.#find(name)).id)
  }

  /** Moves an index to another model; train it afterwards. Returns the entries that prevent the move. */
  async move(name: IndexName, to: Move): Promise<EntryPicture[]> {
    return this.#store.entries.move((await this.#find(name)).id, to)
  }

  async list(owner?: string): Promise<IndexMetadata[]> {
    return (await this.#store.indexes.list(checkOwner(owner))).map((row) => toMetadata(row, row))
  }

  /** The state of a training. Rejects with `ticket-not-found` or `ticket-expired`. */
  ticket(ticketId: string, owner?: string): Promise<Ticket> {
    return this.#tickets.read(ticketId, owner)
  }

  /** Closes the files; all trainings must have ended before. */
  async close(): Promise<void> {
    await this.#sweeper.stop()
    await this.#store.close()
  }

  async #prepare(row: number, watch: TrainingWatch, prepare: PrepareIndex): Promise<string> {
    const index = await this.#store.indexes.byId(row)
    return index === undefined ? '' : prepare(nameOf(index), this, watch)
  }

  #find(name: IndexName): Promise<FoundIndex> {
    return findIndex(this.#store, name)
  }

  async #beginTrainings({ prepare, call, progressMs = PROGRESS_MS }: OpenOptions): Promise<void> {
    const trainings = new Trainings({
      store: this.#store,
      states: this.#states,
      now: this.#now,
      log: this.#log,
      queue: this.#queue,
      prepare: prepare && ((row, watch) => this.#prepare(row, watch, prepare)),
      call: call ?? (async () => undefined),
      progressMs,
      removeState: (state) => this.#removeState(state),
    })
    // An earlier version, without a queue, left them. One that is done already finds no waiting ticket.
    for (const indexRow of await this.#store.tickets.unsettled()) await this.#queue.request(indexRow)
    await this.#queue.begin(trainings)
  }

  /** At most once a minute for each state, so that repeated searches request no further trainings. */
  async #mend(index: IndexRow): Promise<void> {
    const { snapshot } = index
    const now = this.#now()
    if (snapshot === null || now - (this.#mended.get(snapshot) ?? -Infinity) < MEND_MS) return
    this.#mended.set(snapshot, now)
    this.#log.warn('an index is trained again, since its trained state is gone or damaged', {
      index: index.id,
      snapshot,
    })
    await this.train(nameOf(index))
  }

  async #removeRow(id: number): Promise<void> {
    const removed = await this.#store.indexes.remove(id)
    if (removed !== null && removed.snapshot !== null) this.#removeState(removed.snapshot)
    this.#sweeper.start()
  }

  #removeState(name: string): void {
    this.#states
      .remove(name)
      .catch((error: unknown) =>
        this.#log.warn('an old trained state stays until what is left is swept', { name, error }),
      )
  }
}

/** The row of a name. Rejects with `bad-params` or `index-not-found`. */
async function findIndex(store: IndexStore, name: IndexName): Promise<FoundIndex> {
  const key = toKey(name)
  const row = await store.indexes.find(key)
  if (row === undefined)
    throw new AppError('index-not-found', `There is no ${titleOf(key)}. An index is made by saving a picture in it.`)
  return row
}

const toText = (time: number): string => new Date(time).toISOString()

/** The metadata of an index, as the interface returns it. */
function toMetadata(row: IndexRow, { entries, pending }: Counts): IndexMetadata {
  return {
    index_id: row.indexId,
    kind: row.kind,
    ...(row.kind === 'categories' && { categorizer_id: row.categorizerId }),
    entries,
    trained_entries: row.trainedEntries,
    pending,
    created_at: toText(row.createdAt),
    trained_at: row.trainedAt === null ? null : toText(row.trainedAt),
  }
}

/** A vector and the id that finds it. */
type Entry = { entryId: string; vector: Float32Array }

/** Saves entries, all or none; creates the index if it is new. Rejects with `bad-params`. */
async function saveEntries(
  store: IndexStore,
  name: IndexName,
  entries: Iterable<Entry>,
  options: SaveOptions = {},
  at: number,
): Promise<void> {
  const key = toKey(name)
  const picture = options.picture ?? null
  const checked = Array.from(entries, ({ entryId, vector }): NewEntry => {
    checkVector(vector)
    return { entryId: checkEntryId(entryId), vector, picture }
  })
  await store.entries.save(key, checked, (row, isEmpty, vector) => admit(row, isEmpty, vector, options), at)
}

/** Deletes the entries of removed indexes in the background, a few at a time. */
class Sweeper {
  readonly #store: Pick<IndexStore, 'sweep'>
  readonly #log: IndexesLog
  #isStopped = false
  #sweeping: Promise<void> | null = null

  constructor(store: Pick<IndexStore, 'sweep'>, log: IndexesLog) {
    this.#store = store
    this.#log = log
  }

  start(): void {
    this.#sweeping ??= this.#sweep()
      .catch((error: unknown) =>
        this.#log.error('deleting the entries of removed indexes failed; it goes on at the next start', { error }),
      )
      .finally(() => (this.#sweeping = null))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#sweeping
  }

  async #sweep(): Promise<void> {
    do await setImmediate()
    while (!this.#isStopped && (await this.#store.sweep()))
  }
}

const HOUR_MS = 3_600_000
/** How long the result of a finished training is kept. */
const KEPT_MS = 24 * HOUR_MS
/** How long an expired ticket is distinguished from one that never existed. */
const REMEMBERED_MS = 366 * 24 * HOUR_MS

/** The tickets of trainings. */
class Tickets {
  readonly #store: Pick<IndexStore, 'tickets'>
  readonly #now: () => number

  constructor(store: Pick<IndexStore, 'tickets'>, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Issues a ticket: 32 characters that cannot be guessed. `callbackUrl` is called when its training has ended. */
  async issue(index: IndexRow, callbackUrl: string | null): Promise<string> {
    const id = randomUUID().replaceAll('-', '')
    const { owner, kind, categorizerId, indexId } = index
    const key = { owner, kind, categorizerId, indexId }
    await this.#store.tickets.forgetBefore(this.#now() - REMEMBERED_MS)
    await this.#store.tickets.add({ id, key, indexRow: index.id, callbackUrl, at: this.#now() })
    return id
  }

  /**
   * Answers a ticket of an owner. Rejects with `ticket-not-found`, or with `ticket-expired` later than 24 hours after
   * the training ended.
   */
  async read(id: string, owner?: string): Promise<Ticket> {
    const row = await this.#store.tickets.find(id, checkOwner(owner))
    if (row === undefined) throw new AppError('ticket-not-found', `There is no ticket "${id}".`)
    if (row.finishedAt !== null && this.#now() - row.finishedAt >= KEPT_MS)
      throw new AppError('ticket-expired', `The ticket "${id}" has expired: its result was kept for 24 hours.`)
    return toTicket(row)
  }
}

function progressOf({ state, progress }: TicketRow): number {
  if (state === 'trained') return 100
  return state === 'failed' ? 0 : progress
}

function toTicket(row: TicketRow): Ticket {
  const { state, text, kind, categorizerId, entries } = row
  return {
    is_final: row.finishedAt !== null,
    ticket_result: {
      state,
      progress: progressOf(row),
      index_id: row.indexId,
      kind,
      ...(kind === 'categories' && { categorizer_id: categorizerId }),
      ...(entries !== null && { entries }),
      ...(state === 'trained' && text !== '' && { notes: [text] }),
      text: state === 'trained' ? '' : text,
    },
  }
}
