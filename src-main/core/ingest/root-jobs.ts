import PQueue from 'p-queue'
import { stackOf } from '../../contract/errors.ts'
import type { RootRow } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { FailedJobs, type RootJob } from './failed-jobs.ts'

export type { RootJob } from './failed-jobs.ts'

export type RootJobsDependencies = {
  /** The root with this id, as long as it is in the library. */
  findRoot(id: number): RootRow | undefined
  /** Looks through a whole root: done in place of many jobs that failed. */
  lookThrough: RootJob
  /** Called when a job was added and when no job is left. */
  onProgress(): void
  log: Log
}

/** `isQuiet`: nobody is told that a scan is in progress, as it goes on all the time. */
export type JobOptions = { isQuiet?: boolean }

/**
 * The queue of jobs on watched roots; they run one after the other. One that fails is tried again, after pauses that
 * grow.
 */
export class RootJobs {
  readonly #dependencies: RootJobsDependencies
  readonly #queue = new PQueue({ concurrency: 1 })
  readonly #failed: FailedJobs
  #scanned = 0
  #loud = 0
  #whenIdle: PromiseWithResolvers<void> | null = null
  #isClosed = false

  constructor(dependencies: RootJobsDependencies) {
    this.#dependencies = dependencies
    this.#failed = new FailedJobs({
      lookThrough: dependencies.lookThrough,
      retry: (id, signal, job) => void this.add(id, signal, job),
    })
  }

  /** Jobs wait or run, or failed and have not failed often enough to be given no more thought. */
  get isBusy(): boolean {
    return this.#queue.size + this.#queue.pending > 0 || this.#failed.isHopeful
  }

  /** Jobs wait beside the one that runs. */
  get hasWaiting(): boolean {
    return this.#queue.size > 0 || this.#failed.isHopeful
  }

  /** A job is in progress. */
  get isRunning(): boolean {
    return this.#queue.pending > 0
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Files that were looked at since work last began. */
  progress(): { isScanning: boolean; scanned: number } {
    return { isScanning: this.#loud > 0, scanned: this.#scanned }
  }

  countScanned(files: number): void {
    this.#scanned += files
  }

  /**
   * Runs a job on a root when its turn comes; a job of a root that is gone or aborted by then is dropped. Resolves
   * after the first try.
   */
  async add(id: number, signal: AbortSignal, job: RootJob, { isQuiet = false }: JobOptions = {}): Promise<void> {
    if (this.#isClosed) return
    if (!isQuiet && this.#loud++ === 0) this.#scanned = 0
    const done = this.#queue.add(() => this.#run(id, signal, job))
    this.#dependencies.onProgress()
    await done
    if (!isQuiet) this.#loud -= 1
    this.#reportSoon()
  }

  /** Runs something right after the job in progress, and before all that wait. */
  async addNext<T>(job: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.add(job, { priority: 1 })
    } finally {
      this.#reportSoon()
    }
  }

  /** Failed jobs of a root are not tried again: it is gone, or is to be looked through as a whole. */
  forget(id: number): void {
    this.#failed.forget(id)
    this.#report()
  }

  /** Tries failed jobs again now: a person asks for it, or something changed. */
  retryNow(): void {
    this.#failed.retryNow()
  }

  async idle(): Promise<void> {
    while (this.isBusy && !this.#isClosed) {
      this.#whenIdle ??= Promise.withResolvers<void>()
      await this.#whenIdle.promise
    }
  }

  /** Accepts no more jobs; those that wait run or, where they were aborted, are dropped. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#failed.close()
    await this.#queue.onIdle()
    this.#report()
  }

  /** The queue counts a job as running until those who wait for it went on. */
  #reportSoon(): void {
    setImmediate(() => this.#report())
  }

  #report(): void {
    this.#dependencies.onProgress()
    if (this.isBusy && !this.#isClosed) return
    this.#whenIdle?.resolve()
    this.#whenIdle = null
  }

  async #run(id: number, signal: AbortSignal, job: RootJob): Promise<void> {
    let root: RootRow | undefined
    try {
      root = this.#dependencies.findRoot(id)
      if (root === undefined) return this.#failed.forget(id)
      if (signal.aborted) return
      await job(root, signal)
      this.#failed.noteSuccess(id)
    } catch (error) {
      if (signal.aborted) return
      this.#failed.add(id, signal, job)
      this.#dependencies.log.error('Looking through a folder failed', {
        folder: root?.path ?? id,
        error: stackOf(error),
      })
    }
  }
}
