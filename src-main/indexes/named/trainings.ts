import { setImmediate } from 'node:timers/promises'
import type { IndexesLog } from './log.ts'
import { trainIndex, type TrainingParts } from './train-index.ts'

/** Trainings under way at once; more would only share the same core. */
const MAX_AT_ONCE = 2

/** How a training ended: entries that are searchable now, or why it failed. */
export type TrainingEnd = { entries: number } | { failure: string }

type Run = { indexRow: number; tickets: string[]; progress: number; hasBegun: boolean }

export type Trainings = {
  /** Asks for a training. One that waits for the same index is joined; one under way is followed by another. */
  request(indexRow: number, ticket: string): void
  /** How far the training of a ticket is, null where none waits or runs. */
  progressOf(ticket: string): { hasBegun: boolean; progress: number } | null
  /** Stops between two slices; what was not finished stays pending. */
  stop(): Promise<void>
}

/**
 * Runs trainings, at most one for an index at a time. `finish` is called once for each, with the tickets it answers.
 */
export function createTrainings(
  parts: TrainingParts & { log: IndexesLog },
  finish: (tickets: readonly string[], end: TrainingEnd) => void,
): Trainings {
  const stopping = new AbortController()
  const runs: Run[] = []
  const active = new Set<Promise<void>>()

  const begin = async (run: Run) => {
    run.hasBegun = true
    const end = await attempt(run)
    runs.splice(runs.indexOf(run), 1)
    try {
      if (end !== null) finish(run.tickets, end)
    } catch (error) {
      parts.log.error('the end of a training could not be noted; its tickets stay open until the next start', {
        index: run.indexRow,
        error,
      })
    }
  }
  const attempt = async (run: Run): Promise<TrainingEnd | null> => {
    await setImmediate() // the ticket is answered first
    try {
      stopping.signal.throwIfAborted()
      const entries = await trainIndex(parts, run.indexRow, {
        signal: stopping.signal,
        onProgress: (share) => (run.progress = share),
      })
      return entries === null ? { failure: 'The index was removed before its training was finished.' } : { entries }
    } catch (error) {
      if (stopping.signal.aborted) return null
      parts.log.error('training an index failed', { index: run.indexRow, error })
      return {
        failure: `The training failed and the index is as it was: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }
  const pump = () => {
    const isBusy = (indexRow: number) => runs.some((run) => run.hasBegun && run.indexRow === indexRow)
    while (active.size < MAX_AT_ONCE && !stopping.signal.aborted) {
      const next = runs.find((run) => !run.hasBegun && !isBusy(run.indexRow))
      if (next === undefined) return
      const training: Promise<void> = begin(next).finally(() => (active.delete(training), pump()))
      active.add(training)
    }
  }
  return {
    request(indexRow, ticket) {
      const waiting = runs.find((run) => !run.hasBegun && run.indexRow === indexRow)
      if (waiting === undefined) runs.push({ indexRow, tickets: [ticket], progress: 0, hasBegun: false })
      else waiting.tickets.push(ticket)
      pump()
    },
    progressOf: (ticket) => runs.find((run) => run.tickets.includes(ticket)) ?? null,
    async stop() {
      stopping.abort()
      while (active.size > 0) await Promise.all(active)
    },
  }
}
