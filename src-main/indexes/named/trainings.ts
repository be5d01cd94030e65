import { setImmediate } from 'node:timers/promises'
import PQueue from 'p-queue'
import { messageOf } from '../../contract/errors.ts'
import type { TicketCall, IndexStore } from '../store/port.ts'
import type { IndexesLog } from './indexes-log.ts'
import type { TrainingWatch, TrainedStates } from './trained-states.ts'
import type { Trainer, TrainingQueue } from './training-queue.ts'

/** Maximum trainings at once in a process; more would only share the same core. */
const MAX_AT_ONCE = 2

/** How a training ended: the number of searchable entries with a note, which may be empty, or why it failed. */
type TrainingEnd = { entries: number; note: string } | { failure: string }

/**
 * Prepares an index for its training, for example by describing its pictures again. It may take long. Resolves to a
 * note for the ticket, empty if there is nothing to say.
 */
export type Prepare = (indexRow: number, watch: TrainingWatch) => Promise<string>

type TrainingsDependencies = TrainingDependencies & {
  log: IndexesLog
  prepare: Prepare | undefined
  queue: Pick<TrainingQueue, 'request' | 'isPassing'>
  /** Hands over a call to the caller of addresses. */
  call(call: TicketCall): Promise<void>
  /** Milliseconds between two notes of a training's progress. */
  progressMs: number
}

/**
 * Runs trainings. An interrupted training does no harm: the next run finds which tickets are still open and which
 * addresses are still to be called.
 */
export class Trainings implements Trainer {
  readonly #dependencies: TrainingsDependencies
  /** Preparations do not count as running trainings, since they mostly wait for others. */
  readonly #places = new PQueue({ concurrency: MAX_AT_ONCE })

  constructor(dependencies: TrainingsDependencies) {
    this.#dependencies = dependencies
  }

  async train(indexRow: number, signal: AbortSignal): Promise<void> {
    const tickets = await this.#dependencies.store.tickets.take(indexRow)
    if (tickets.length > 0) await this.#trainFor(tickets, indexRow, signal)
    await this.#tell(indexRow)
  }

  async giveUp(indexRow: number): Promise<void> {
    const text = 'The program stopped during the training, twice; the index is as it was. Train it again.'
    await this.#dependencies.store.tickets.giveUp(indexRow, this.#endOf({ failure: text }))
    await this.#dependencies.queue.request(indexRow) // for tickets that were not taken up by then
    await this.#tell(indexRow)
  }

  async #trainFor(first: readonly string[], indexRow: number, signal: AbortSignal): Promise<void> {
    const { store, progressMs } = this.#dependencies
    let tickets = first
    const notes = progressNotes(progressMs, (percent) => store.tickets.setProgress(tickets, percent))
    await setImmediate() // the ticket is answered first
    const note = await this.#prepare(indexRow, { signal, onProgress: (share) => notes.note(share / 2) })
    const end = await this.#places.add(async () => {
      signal.throwIfAborted()
      tickets = await store.tickets.take(indexRow) // including those requested during the preparation
      const done = note === null ? 0 : 0.5
      const onProgress = (share: number) => notes.note(done + share * (1 - done))
      return this.#attempt(indexRow, note ?? '', { signal, onProgress })
    })
    await notes.settled()
    signal.throwIfAborted() // another process has it by now, and may have given it up
    await store.tickets.finish(tickets, this.#endOf(end))
  }

  /**
   * The preparation's note, or null if there is none to do. An index that could not be prepared is trained unchanged.
   */
  async #prepare(indexRow: number, watch: TrainingWatch): Promise<string | null> {
    const { prepare, log } = this.#dependencies
    if (prepare === undefined) return null
    try {
      watch.signal.throwIfAborted()
      return await prepare(indexRow, watch)
    } catch (error) {
      watch.signal.throwIfAborted()
      log.error('preparing the training of an index failed', { index: indexRow, error })
      return ''
    }
  }

  async #attempt(indexRow: number, note: string, watch: TrainingWatch): Promise<TrainingEnd> {
    const { log, queue } = this.#dependencies
    try {
      const entries = await trainIndex(this.#dependencies, indexRow, watch)
      return entries === null
        ? { failure: 'The index was removed before its training was finished.' }
        : { entries, note }
    } catch (error) {
      if (watch.signal.aborted || queue.isPassing(error)) throw error
      log.error('training an index failed', { index: indexRow, error })
      return { failure: `The training failed and the index is as it was: ${messageOf(error)}` }
    }
  }

  #endOf(end: TrainingEnd) {
    const at = this.#dependencies.now()
    return 'entries' in end
      ? { state: 'trained' as const, entries: end.entries, text: end.note, at }
      : { state: 'failed' as const, entries: null, text: end.failure, at }
  }

  /** Hands over the calls of ended trainings; an interrupted one is handed over again. */
  async #tell(indexRow: number): Promise<void> {
    const { store, call } = this.#dependencies
    for (const waiting of await store.tickets.dueCallbacks(indexRow)) {
      await call(waiting)
      await store.tickets.markCalled(waiting.ticketId)
    }
  }
}

/** Notes progress where others can read it. */
type ProgressNotes = {
  /** `share` is from 0 to 1. */
  note(share: number): void
  /** Waits for a note that is being written. */
  settled(): Promise<void>
}

/**
 * Writes percents, at most one in `everyMs` milliseconds and none in the first of these. Never rejects, since others
 * follow a note that could not be written. 100 is reserved for the end of the work.
 */
function progressNotes(everyMs: number, write: (percent: number) => Promise<void>): ProgressNotes {
  let writing: Promise<void> | undefined
  let [lastAt, last] = [performance.now(), 0]
  return {
    note(share) {
      const [now, percent] = [performance.now(), Math.floor(share * 99)]
      if (writing !== undefined || percent <= last || now - lastAt < everyMs) return
      ;[lastAt, last] = [now, percent]
      writing = write(percent)
        .catch(() => undefined)
        .finally(() => (writing = undefined))
    },
    settled: async () => writing,
  }
}

type TrainingDependencies = {
  store: IndexStore
  states: TrainedStates
  now: () => number
  /** Deletes a state that nothing refers to any more; never throws. */
  removeState(name: string): void
}

/**
 * Builds the new trained state of an index from its entries as they are at the start, and switches to it. Until then
 * searches see the old one. Resolves to the number of entries, or null if the index was removed meanwhile. Rejects
 * without a switch if the signal is aborted before it.
 */
async function trainIndex(
  { store, states, now, removeState }: TrainingDependencies,
  indexRow: number,
  watch: TrainingWatch,
): Promise<number | null> {
  const reader = await store.read(indexRow)
  try {
    const { plan } = reader
    if (plan === null) return null
    const { kind, entries, dimensions, model, changes } = plan
    const pages = (rows: number) => reader.pages(rows)
    const name = await states.build({ indexRow, kind, entries, dimensions: dimensions ?? 1, pages }, watch)
    if (watch.signal.aborted) removeState(name)
    watch.signal.throwIfAborted()
    const switched = await store.indexes.switchTo(indexRow, { snapshot: name, model, changes, entries, at: now() })
    const unused = switched === null ? name : switched.replaced
    if (unused !== null) removeState(unused)
    return switched === null ? null : entries
  } finally {
    await reader.close()
  }
}
