import PQueue from 'p-queue'
import { GrowingPause } from '../../base/background/back-off.ts'
import { stackOf } from '../../contract/errors.ts'
import type { RootRow } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'

/** Work on a watched root; ends early when the signal is aborted. */
export type RootJob = (root: RootRow, signal: AbortSignal) => Promise<void>

type RootJobsDependencies = {
  /** The root with this id, as long as it is in the library. */
  findRoot(id: number): RootRow | undefined
  /** Scans a complete root, in place of many failed jobs. */
  scan: RootJob
  /** Called when a job was added and when none is left. */
  onProgress(): void
  log: Log
}

/** `isQuiet`: windows are not notified of the scan, because it repeats all the time. */
type JobOptions = { isQuiet?: boolean }

type Failed = {
  signal: AbortSignal
  jobs: RootJob[]
  /** Failures since something last went well. */
  failures: number
  pause: GrowingPause
  timer: NodeJS.Timeout | null
}

/** More jobs than this are replaced by a full scan of the root. */
const MAX_JOBS = 50
/** After this many consecutive failures nobody waits for a job any longer. */
const HOPEFUL_FAILURES = 3

/**
 * The queue of jobs on watched roots; they run one after another. A failed one is tried again, after growing pauses.
 */
export class RootJobs {
  readonly #dependencies: RootJobsDependencies
  readonly #queue = new PQueue({ concurrency: 1 })
  readonly #failed = new Map<number, Failed>()
  #scanned = 0
  #loud = 0
  #whenIdle: PromiseWithResolvers<void> | null = null
  #isClosed = false

  constructor(dependencies: RootJobsDependencies) {
    this.#dependencies = dependencies
  }

  /** Jobs wait or run, or failed ones may still succeed. */
  get isBusy(): boolean {
    return this.#queue.size + this.#queue.pending > 0 || this.#isHopeful
  }

  /** Jobs wait beside the running one. */
  get hasWaiting(): boolean {
    return this.#queue.size > 0 || this.#isHopeful
  }

  /** A job is running. */
  get isRunning(): boolean {
    return this.#queue.pending > 0
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Files checked since work last began. */
  progress(): { isScanning: boolean; scanned: number } {
    return { isScanning: this.#loud > 0, scanned: this.#scanned }
  }

  countScanned(files: number): void {
    this.#scanned += files
  }

  /**
   * Runs a job on a root when its turn comes; it is dropped if the root is gone or aborted by then. Resolves after the
   * first try.
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

  /** Runs something right after the current job, before all waiting ones. */
  async addNext<T>(job: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.add(job, { priority: 1 })
    } finally {
      this.#reportSoon()
    }
  }

  /** Drops failed jobs of a root: it is gone, or gets a full scan. */
  forget(id: number): void {
    this.#forgetFailed(id)
    this.#report()
  }

  async idle(): Promise<void> {
    while (this.isBusy && !this.#isClosed) {
      this.#whenIdle ??= Promise.withResolvers<void>()
      await this.#whenIdle.promise
    }
  }

  /** Accepts no more jobs; waiting ones run or, if they were aborted, are dropped. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#failed.values()) if (timer !== null) clearTimeout(timer)
    await this.#queue.onIdle()
    this.#report()
  }

  /** The queue counts a job as running until its waiters have continued. */
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
      if (root === undefined) return this.#forgetFailed(id)
      if (signal.aborted) return
      await job(root, signal)
      this.#noteSuccess(id)
    } catch (error) {
      if (signal.aborted) return
      this.#keepFailed(id, signal, job)
      this.#dependencies.log.error('Looking through a folder failed', {
        folder: root?.path ?? id,
        error: stackOf(error),
      })
    }
  }

  // Failed jobs, until one of their root succeeds

  /** Whether a next try may soon succeed. */
  get #isHopeful(): boolean {
    return [...this.#failed.values()].some(({ jobs, failures }) => jobs.length > 0 && failures < HOPEFUL_FAILURES)
  }

  #keepFailed(id: number, signal: AbortSignal, job: RootJob): void {
    const failed = this.#failed.get(id) ?? { signal, jobs: [], failures: 0, pause: new GrowingPause(), timer: null }
    this.#failed.set(id, failed)
    failed.jobs = failed.jobs.length < MAX_JOBS ? [...failed.jobs, job] : [this.#dependencies.scan]
    if (failed.timer !== null || this.#isClosed) return
    failed.failures += 1
    failed.timer = setTimeout(() => this.#retry(id), failed.pause.take())
  }

  #noteSuccess(id: number): void {
    const failed = this.#failed.get(id)
    if (failed === undefined) return
    if (failed.jobs.length === 0) this.#failed.delete(id)
    else Object.assign(failed, { failures: 0, pause: new GrowingPause() })
  }

  #forgetFailed(id: number): void {
    const timer = this.#failed.get(id)?.timer
    if (timer) clearTimeout(timer)
    this.#failed.delete(id)
  }

  #retry(id: number): void {
    const failed = this.#failed.get(id)
    if (failed === undefined || this.#isClosed) return
    const { jobs, signal } = failed
    Object.assign(failed, { jobs: [], timer: null })
    for (const job of jobs) void this.add(id, signal, job)
  }
}
