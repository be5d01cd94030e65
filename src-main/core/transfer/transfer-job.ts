import { AppError, stackOf } from '../../contract/errors.ts'
import type { TransferProgress, TransferStep } from '../../contract/library/transfer.ts'
import { Throttle } from '../events/throttle.ts'
import type { Log } from '../host/log.ts'

/** Most often, in milliseconds, that windows hear of a job. */
const TELL_EVERY_MS = 150

type Result = Partial<Pick<TransferProgress, 'imported' | 'exported' | 'done' | 'total'>>
export type JobControl = {
  signal: AbortSignal
  onStep(step: TransferStep, done: number, total: number | null): void
}
export type JobDependencies = { log: Pick<Log, 'error'>; onProgress(progress: TransferProgress): void }

/** One import or export of the library, from its start to its end. */
export class TransferJob {
  readonly #progress: TransferProgress
  readonly #abort = new AbortController()
  readonly #throttle = new Throttle(() => this.#tell(), TELL_EVERY_MS)
  readonly #dependencies: JobDependencies
  /** Resolves at the end, however it ends. */
  readonly ended: Promise<void>

  constructor(
    { jobId, step }: Pick<TransferProgress, 'jobId' | 'step'>,
    work: (control: JobControl) => Promise<Result>,
    dependencies: JobDependencies,
  ) {
    const unknown = { done: 0, total: null, problem: '', imported: null, exported: null }
    this.#progress = { jobId, state: 'running', step, ...unknown }
    this.#dependencies = dependencies
    this.ended = this.#run(work)
  }

  /** A copy. */
  get progress(): TransferProgress {
    return { ...this.#progress }
  }

  get isRunning(): boolean {
    return this.#progress.state === 'running'
  }

  /** Stops the work where that can be stopped. */
  cancel(): void {
    this.#abort.abort()
  }

  async #run(work: (control: JobControl) => Promise<Result>): Promise<void> {
    const { signal } = this.#abort
    const onStep: JobControl['onStep'] = (step, done, total) => {
      Object.assign(this.#progress, { step, done, total })
      this.#throttle.schedule()
    }
    try {
      Object.assign(this.#progress, await work({ signal, onStep }), { state: 'done' })
    } catch (error) {
      if (signal.aborted && error === signal.reason) this.#progress.state = 'cancelled'
      else Object.assign(this.#progress, { state: 'failed', problem: this.#wordsOf(error) })
    }
    this.#throttle.cancel()
    this.#tell()
  }

  #wordsOf(error: unknown): string {
    if (error instanceof AppError) return error.message
    this.#dependencies.log.error('An import or export of the library failed', { error: stackOf(error) })
    return 'Unexpected error. Details are in the log.'
  }

  #tell(): void {
    this.#dependencies.onProgress(this.progress)
  }
}
