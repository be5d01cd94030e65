import { setImmediate } from 'node:timers/promises'
import { BackgroundTask } from '../../base/background/background-task.ts'
import { Throttle } from '../events/throttle.ts'

/** The number of photos that a classifier was applied to, and of all. */
export type RunProgress = { done: number; total: number }

export type ClassificationRunsDependencies = {
  /** Applies a classifier to all photos; ends early when the signal is aborted. */
  apply(id: string, options: { signal: AbortSignal; onProgress(done: number): void }): Promise<unknown>
  photoCount(): number
  /** A classifier waits, progressed or is done; at most ten times a second while it runs. */
  onProgress(): void
  /** A classifier's run failed, or its progress could not be reported; it is tried again. */
  onError(id: string | null, error: unknown): void
}

type Run = { id: string; progress: RunProgress; abort: AbortController }

const PROGRESS_MS = 100

/**
 * Applies classifiers to all photos, one after another; a run that fails is tried again after a growing pause. It holds
 * no timer and runs nothing while no classifier waits.
 */
export class ClassificationRuns {
  readonly #dependencies: ClassificationRunsDependencies
  readonly #throttle: Throttle
  readonly #task: BackgroundTask
  readonly #waiting = new Map<string, RunProgress>()
  /** Classifiers whose last run failed; they wait again once the pause is over. */
  readonly #failed = new Map<string, RunProgress>()
  #current: Run | null = null

  constructor(dependencies: ClassificationRunsDependencies) {
    this.#dependencies = dependencies
    this.#throttle = new Throttle(() => dependencies.onProgress(), PROGRESS_MS)
    this.#task = new BackgroundTask({
      work: (signal) => this.#runAll(signal),
      onError: (error) => dependencies.onError(null, error),
    })
  }

  /** Starts a run soon; a running classifier starts again, because it changed. */
  add(id: string): void {
    if (this.#task.isClosed) return
    this.remove(id)
    this.#waiting.set(id, { done: 0, total: this.#dependencies.photoCount() })
    this.#task.schedule()
  }

  /** Stops the classifier's run. */
  remove(id: string): void {
    this.#waiting.delete(id)
    this.#failed.delete(id)
    if (this.#current?.id === id) this.#current.abort.abort()
  }

  /** Null for a classifier that neither waits nor runs. */
  progressOf(id: string): RunProgress | null {
    return this.#waiting.get(id) ?? (this.#current?.id === id ? { ...this.#current.progress } : null)
  }

  /** Resolves when nothing waits or runs, without waiting for failed runs. */
  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** Stops the current run; photos not reached yet keep what they had. */
  async close(): Promise<void> {
    this.#waiting.clear()
    this.#current?.abort.abort()
    await this.#task.close()
  }

  async #runAll(signal: AbortSignal): Promise<void | 'retry'> {
    // The call that asked for it is answered first.
    await setImmediate()
    for (const [id, progress] of this.#failed) this.#waiting.set(id, progress)
    this.#failed.clear()
    for (let next = this.#takeNext(); next !== null && !signal.aborted; next = this.#takeNext())
      await this.#run(next, signal)
    return this.#failed.size > 0 ? 'retry' : undefined
  }

  #takeNext(): Run | null {
    const next = this.#waiting.entries().next()
    if (next.done) return null
    const [id, progress] = next.value
    this.#waiting.delete(id)
    return { id, progress, abort: new AbortController() }
  }

  async #run(pass: Run, signal: AbortSignal): Promise<void> {
    const { apply, onProgress, onError } = this.#dependencies
    this.#current = pass
    try {
      await apply(pass.id, { signal: pass.abort.signal, onProgress: (done) => this.#note(pass, done) })
    } catch (error) {
      if (!pass.abort.signal.aborted) {
        this.#failed.set(pass.id, { ...pass.progress, done: 0 })
        onError(pass.id, error)
      }
    } finally {
      this.#current = null
      this.#throttle.cancel()
    }
    if (!signal.aborted) onProgress()
  }

  #note({ progress }: Run, done: number): void {
    progress.done = done
    this.#throttle.schedule()
  }
}
