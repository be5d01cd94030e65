import type { RootRow } from '../catalog/catalog.ts'
import { GrowingPause } from '../../base/background/back-off.ts'

/** Work on a watched root; ends early when the signal is aborted. */
export type RootJob = (root: RootRow, signal: AbortSignal) => Promise<void>

export type FailedJobsDependencies = {
  /** Looks through a whole root: done in place of many jobs that failed. */
  lookThrough: RootJob
  retry(id: number, signal: AbortSignal, job: RootJob): void
}

type Failed = {
  signal: AbortSignal
  jobs: RootJob[]
  /** Failures since something last went well. */ failures: number
  pause: GrowingPause
  timer: NodeJS.Timeout | null
}

/** More jobs than this are replaced by a look through the whole root. */
const MOST_JOBS = 50
/** What failed so often in a row may go on failing: nobody waits for it any longer. */
const HOPEFUL_FAILURES = 3

/** Jobs that failed, by root. They are tried again after pauses that grow until one of the root's jobs goes well. */
export class FailedJobs {
  readonly #dependencies: FailedJobsDependencies
  readonly #roots = new Map<number, Failed>()
  #isClosed = false

  constructor(dependencies: FailedJobsDependencies) {
    this.#dependencies = dependencies
  }

  /** Whether a next try may soon succeed. */
  get isHopeful(): boolean {
    return [...this.#roots.values()].some(({ jobs, failures }) => jobs.length > 0 && failures < HOPEFUL_FAILURES)
  }

  add(id: number, signal: AbortSignal, job: RootJob): void {
    const failed = this.#of(id, signal)
    failed.jobs = failed.jobs.length < MOST_JOBS ? [...failed.jobs, job] : [this.#dependencies.lookThrough]
    if (failed.timer !== null || this.#isClosed) return
    failed.failures += 1
    failed.timer = setTimeout(() => this.#retry(id), failed.pause.take())
  }

  noteSuccess(id: number): void {
    const failed = this.#roots.get(id)
    if (failed === undefined) return
    if (failed.jobs.length === 0) this.#roots.delete(id)
    else Object.assign(failed, { failures: 0, pause: new GrowingPause() })
  }

  forget(id: number): void {
    const timer = this.#roots.get(id)?.timer
    if (timer) clearTimeout(timer)
    this.#roots.delete(id)
  }

  retryNow(): void {
    for (const id of this.#roots.keys()) this.#retry(id)
  }

  close(): void {
    this.#isClosed = true
    for (const { timer } of this.#roots.values()) if (timer !== null) clearTimeout(timer)
  }

  #of(id: number, signal: AbortSignal): Failed {
    const present = this.#roots.get(id)
    if (present !== undefined) return present
    const created: Failed = { signal, jobs: [], failures: 0, pause: new GrowingPause(), timer: null }
    this.#roots.set(id, created)
    return created
  }

  #retry(id: number): void {
    const failed = this.#roots.get(id)
    if (failed === undefined || this.#isClosed) return
    if (failed.timer !== null) clearTimeout(failed.timer)
    const { jobs, signal } = failed
    Object.assign(failed, { jobs: [], timer: null })
    for (const job of jobs) this.#dependencies.retry(id, signal, job)
  }
}
