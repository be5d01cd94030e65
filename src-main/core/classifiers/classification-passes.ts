import { setImmediate } from 'node:timers/promises'
import { GrowingPause } from '../../base/background/back-off.ts'
import { Throttle } from '../events/throttle.ts'

/** How many photos of all a classifier was applied to. */
export type PassProgress = { done: number; total: number }

export type ClassificationPassesDependencies = {
  /** Applies a classifier to all photos; ends early when the signal is aborted. */
  apply(id: string, options: { signal: AbortSignal; onProgress(done: number): void }): Promise<unknown>
  photoCount(): number
  /** A classifier waits, went on or is done; at most ten times a second while it goes on. */
  onProgress(): void
  onError(id: string, error: unknown): void
}

type Pass = { id: string; progress: PassProgress; abort: AbortController }

const PROGRESS_MS = 100

/**
 * Applies classifiers to all photos, one after another; a pass that fails is tried again after a pause that grows. It
 * holds no timer and runs nothing while no classifier waits.
 */
export class ClassificationPasses {
  readonly #dependencies: ClassificationPassesDependencies
  readonly #throttle: Throttle
  readonly #waiting = new Map<string, PassProgress>()
  /** Classifiers whose pass failed. */
  readonly #failed = new Set<string>()
  #retry: NodeJS.Timeout | undefined
  #pause = new GrowingPause()
  #current: Pass | null = null
  #running: Promise<void> | null = null
  #isClosed = false

  constructor(dependencies: ClassificationPassesDependencies) {
    this.#dependencies = dependencies
    this.#throttle = new Throttle(() => dependencies.onProgress(), PROGRESS_MS)
  }

  /** Starts a pass soon; the pass of a classifier that is in progress starts anew, for the classifier changed. */
  add(id: string): void {
    if (this.#isClosed) return
    this.remove(id)
    this.#waiting.set(id, { done: 0, total: this.#dependencies.photoCount() })
    this.#running ??= this.#runAll()
  }

  /** Stops the classifier's pass. */
  remove(id: string): void {
    this.#waiting.delete(id)
    this.#failed.delete(id)
    if (this.#current?.id === id) this.#current.abort.abort()
  }

  /** Null for a classifier whose pass neither waits nor is in progress. */
  progressOf(id: string): PassProgress | null {
    return this.#waiting.get(id) ?? (this.#current?.id === id ? { ...this.#current.progress } : null)
  }

  /** Resolves when no pass waits or is in progress. */
  async idle(): Promise<void> {
    while (this.#running !== null && !this.#isClosed) await this.#running
  }

  /** Stops the pass in progress; photos not reached yet keep what they had. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiting.clear()
    clearTimeout(this.#retry)
    this.#current?.abort.abort()
    await this.#running
  }

  async #runAll(): Promise<void> {
    // The call that asked for it is answered first.
    await setImmediate()
    for (let next = this.#takeNext(); next !== null && !this.#isClosed; next = this.#takeNext()) await this.#run(next)
    this.#running = null
  }

  #takeNext(): Pass | null {
    const next = this.#waiting.entries().next()
    if (next.done) return null
    const [id, progress] = next.value
    this.#waiting.delete(id)
    return { id, progress, abort: new AbortController() }
  }

  async #run(pass: Pass): Promise<void> {
    const { apply, onProgress, onError } = this.#dependencies
    this.#current = pass
    try {
      await apply(pass.id, { signal: pass.abort.signal, onProgress: (done) => this.#note(pass, done) })
      this.#pause = new GrowingPause()
    } catch (error) {
      if (!pass.abort.signal.aborted) {
        this.#retryLater(pass.id)
        onError(pass.id, error)
      }
    } finally {
      this.#current = null
      this.#throttle.cancel()
    }
    if (!this.#isClosed) onProgress()
  }

  #retryLater(id: string): void {
    this.#failed.add(id)
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      for (const each of Array.from(this.#failed)) this.add(each)
    }, this.#pause.take()).unref()
  }

  #note({ progress }: Pass, done: number): void {
    progress.done = done
    this.#throttle.schedule()
  }
}
