import PQueue from 'p-queue'
import { stackOf } from '../../contract/errors.ts'
import type { RootRow } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'

export type RootJobsDependencies = {
  /** The root with this id, as long as it is in the library. */
  findRoot(id: number): RootRow | undefined
  /** Called when a job was added and when no job is left. */
  onProgress(): void
  log: Log
}

/** The queue of jobs on watched roots; they run one after the other. */
export class RootJobs {
  readonly #dependencies: RootJobsDependencies
  readonly #queue = new PQueue({ concurrency: 1 })
  #scanned = 0
  #isClosed = false

  constructor(dependencies: RootJobsDependencies) {
    this.#dependencies = dependencies
  }

  get isBusy(): boolean {
    return this.#queue.size + this.#queue.pending > 0
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Files that were looked at since work last began. */
  progress(): { isScanning: boolean; scanned: number } {
    return { isScanning: this.isBusy, scanned: this.#scanned }
  }

  countScanned(files: number): void {
    this.#scanned += files
  }

  /** Runs a job on a root when its turn comes; a job of a root that is gone or aborted by then is dropped. */
  async add(id: number, signal: AbortSignal, job: (root: RootRow) => Promise<void>): Promise<void> {
    if (this.#isClosed) return
    if (!this.isBusy) this.#scanned = 0
    const done = this.#queue.add(() => this.#run(id, signal, job))
    const { onProgress } = this.#dependencies
    onProgress()
    void this.#queue.onIdle().then(onProgress)
    await done
  }

  /** Runs something right after the job in progress, and before all that wait. */
  addNext<T>(job: () => Promise<T>): Promise<T> {
    return this.#queue.add(job, { priority: 1 })
  }

  idle(): Promise<void> {
    return this.#queue.onIdle()
  }

  /** Accepts no more jobs; those that wait run or, where they were aborted, are dropped. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue.onIdle()
  }

  async #run(id: number, signal: AbortSignal, job: (root: RootRow) => Promise<void>): Promise<void> {
    const root = this.#dependencies.findRoot(id)
    if (root === undefined || signal.aborted) return
    try {
      await job(root)
    } catch (error) {
      if (signal.aborted) return
      this.#dependencies.log.error('Looking through a folder failed', { folder: root.path, error: stackOf(error) })
    }
  }
}
