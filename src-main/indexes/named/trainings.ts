import { setImmediate } from 'node:timers/promises'
import PQueue from 'p-queue'
import { messageOf } from '../../contract/errors.ts'
import type { TicketCall, IndexStore } from '../store/port.ts'
import type { IndexesLog } from './log.ts'
import type { TrainingWatch, TrainedStates } from './trained-states.ts'
import type { Trainer, TrainingQueue } from './training-queue.ts'

/** Trainings of a process under way at once; more would only share the same core. */
const MAX_AT_ONCE = 2

/** How a training ended: entries that are searchable now, with a note or an empty one, or why it failed. */
type TrainingEnd = { entries: number; note: string } | { failure: string }

/**
 * What is done to an index before it is trained, such as describing its pictures anew. It may take long; resolves to a
 * note for the ticket, empty where there is nothing to say.
 */
export type Prepare = (indexRow: number, watch: TrainingWatch) => Promise<string>

type TrainingsDependencies = TrainingDependencies & {
  log: IndexesLog
  prepare: Prepare | undefined
  queue: Pick<TrainingQueue, 'request' | 'isPassing'>
  /** Hands a call over to whoever makes it. */
  call(call: TicketCall): Promise<void>
  /** Between two notes of how far a training is, in milliseconds. */
  progressMs: number
}

/**
 * Does trainings. What one has done by the time when it is cut off harms nobody: whoever does it again finds which
 * tickets are still open, and which addresses are still to be called.
 */
export class Trainings implements Trainer {
  readonly #dependencies: TrainingsDependencies
  /** Preparations take no place of a training: they wait for others most of the time. */
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
    await this.#dependencies.queue.request(indexRow) // for those that were not taken up by then
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
      tickets = await store.tickets.take(indexRow) // also those that were asked for during the preparation
      const done = note === null ? 0 : 0.5
      const onProgress = (share: number) => notes.note(done + share * (1 - done))
      return this.#attempt(indexRow, note ?? '', { signal, onProgress })
    })
    await notes.settled()
    signal.throwIfAborted() // it is another's by now, and may be given up there
    await store.tickets.finish(tickets, this.#endOf(end))
  }

  /** What is noted of it, null where nothing is done; an index that could not be prepared is trained as it is. */
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

  /** Hands over the calls of trainings that have ended; one that is cut off within is handed over again. */
  async #tell(indexRow: number): Promise<void> {
    const { store, call } = this.#dependencies
    for (const waiting of await store.tickets.untold(indexRow)) {
      await call(waiting)
      await store.tickets.markTold(waiting.ticketId)
    }
  }
}

/** Notes how far work is, where others can read it. */
type ProgressNotes = {
  /** `share` is 0 to 1. */
  note(share: number): void
  /** Waits for a note that is being written. */
  settled(): Promise<void>
}

/**
 * Writes percents, at most one in `everyMs` milliseconds and none in the first of these; never rejects: a note that
 * could not be written is followed by others. 100 is left to the end of the work.
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
 * Makes an index's entries, as they are at the beginning, into its new trained state and switches to it: until then
 * searches see the old one. Gives the number of entries, or null where the index was removed meanwhile. Rejects,
 * with nothing switched, where the signal is aborted before the switch.
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
