import { setImmediate } from 'node:timers/promises'
import { messageOf } from '../../contract/errors.ts'
import type { IndexesLog } from './log.ts'
import type { TrainingWatch } from './trained-states.ts'
import { trainIndex, type TrainingDependencies } from './train-index.ts'

/** Trainings under way at once; more would only share the same core. */
const MAX_AT_ONCE = 2

/** How a training ended: entries that are searchable now, with a note or an empty one, or why it failed. */
export type TrainingEnd = { entries: number; note: string } | { failure: string }

/** How far a training is, from 0 to 1. */
export type TrainingProgress = { isStarted: boolean; progress: number }

/**
 * What is done to an index before it is trained, such as describing its pictures anew. It may take long; resolves to a
 * note for the ticket, empty where there is nothing to say.
 */
export type Prepare = (indexRow: number, watch: TrainingWatch) => Promise<string>

type Run = TrainingProgress & { indexRow: number; tickets: string[]; isPrepared: boolean; note: string }

type TrainingsDependencies = TrainingDependencies & {
  log: IndexesLog
  prepare: Prepare | undefined
  /** Notes the end of each training, with the tickets it answers. */
  finish(tickets: readonly string[], end: TrainingEnd): Promise<void>
  /** Called when that is noted and the training is no longer under way. */
  onEnded(tickets: readonly string[]): void
}

/** Runs trainings, at most one for an index at a time. */
export class Trainings {
  readonly #dependencies: TrainingsDependencies
  readonly #stopping = new AbortController()
  readonly #runs: Run[] = []
  readonly #active = new Set<Promise<void>>()
  /** Preparations take no place of a training: they wait for others most of the time. */
  readonly #preparing = new Set<Promise<void>>()

  constructor(dependencies: TrainingsDependencies) {
    this.#dependencies = dependencies
  }

  /** Asks for a training. One that waits for the same index is joined; one under way is followed by another. */
  request(indexRow: number, ticket: string): void {
    const waiting = this.#runs.find((run) => !run.isStarted && run.indexRow === indexRow)
    if (waiting !== undefined) return void waiting.tickets.push(ticket)
    const { prepare } = this.#dependencies
    const isPrepared = prepare === undefined
    const run: Run = { indexRow, tickets: [ticket], progress: 0, isStarted: false, isPrepared, note: '' }
    this.#runs.push(run)
    if (isPrepared) return this.#schedule()
    const preparing: Promise<void> = this.#prepare(run, prepare).finally(() => {
      this.#preparing.delete(preparing)
      this.#schedule()
    })
    this.#preparing.add(preparing)
  }

  /** How far the training of a ticket is, null where none waits or runs. */
  progressOf(ticket: string): TrainingProgress | null {
    return this.#runs.find((run) => run.tickets.includes(ticket)) ?? null
  }

  /** Stops between two slices; what was not finished stays pending. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    while (this.#active.size + this.#preparing.size > 0) await Promise.all([...this.#active, ...this.#preparing])
  }

  /** Starts as many of the waiting trainings as may run now. */
  #schedule(): void {
    while (this.#active.size < MAX_AT_ONCE && !this.#stopping.signal.aborted) {
      const next = this.#runs.find((run) => run.isPrepared && !run.isStarted && !this.#isBusy(run.indexRow))
      if (next === undefined) return
      const training: Promise<void> = this.#run(next).finally(() => {
        this.#active.delete(training)
        this.#schedule()
      })
      this.#active.add(training)
    }
  }

  #isBusy(indexRow: number): boolean {
    return this.#runs.some((run) => run.isStarted && run.indexRow === indexRow)
  }

  async #run(run: Run): Promise<void> {
    run.isStarted = true
    const end = await this.#attempt(run)
    const isNoted = end !== null && (await this.#note(run, end))
    this.#runs.splice(this.#runs.indexOf(run), 1)
    if (isNoted) this.#dependencies.onEnded(run.tickets)
  }

  async #note(run: Run, end: TrainingEnd): Promise<boolean> {
    try {
      await this.#dependencies.finish(run.tickets, end)
      return true
    } catch (error) {
      this.#dependencies.log.error(
        'the end of a training could not be noted; its tickets stay open until the next start',
        { index: run.indexRow, error },
      )
      return false
    }
  }

  /** Never rejects: an index that could not be prepared is trained as it is. */
  async #prepare(run: Run, prepare: Prepare): Promise<void> {
    const { signal } = this.#stopping
    await setImmediate() // the ticket is answered first
    try {
      signal.throwIfAborted()
      run.note = await prepare(run.indexRow, {
        signal,
        onProgress: (share) => showProgress(run, share / 2),
      })
    } catch (error) {
      if (!signal.aborted)
        this.#dependencies.log.error('preparing the training of an index failed', { index: run.indexRow, error })
    }
    run.isPrepared = true
  }

  /** Null where the training was stopped. */
  async #attempt(run: Run): Promise<TrainingEnd | null> {
    const { signal } = this.#stopping
    const before = run.progress
    await setImmediate() // the ticket is answered first
    try {
      signal.throwIfAborted()
      const onProgress = (share: number) => showProgress(run, before + share * (1 - before))
      const entries = await trainIndex(this.#dependencies, run.indexRow, { signal, onProgress })
      return entries === null
        ? { failure: 'The index was removed before its training was finished.' }
        : { entries, note: run.note }
    } catch (error) {
      if (signal.aborted) return null
      this.#dependencies.log.error('training an index failed', { index: run.indexRow, error })
      return { failure: `The training failed and the index is as it was: ${messageOf(error)}` }
    }
  }
}

function showProgress(run: Run, share: number): void {
  run.progress = share
}
