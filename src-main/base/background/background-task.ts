import { GrowingPause } from './back-off.ts'

export type BackgroundTaskOptions = {
  /** Does all work that is due; stops soon after the signal is aborted. */
  work(signal: AbortSignal): Promise<void>
  /** Receives the error of each failed run, including runs that are tried again. */
  onError(error: unknown): void
}

/**
 * Work in the background, one run at a time. A failed run, for example while the library's disk is full or another
 * process holds it, is tried again after pauses that double from a second to a minute. The work thus resumes by itself
 * once the cause is gone. Only then does it hold a timer, which keeps no process alive.
 */
export class BackgroundTask {
  readonly #options: BackgroundTaskOptions
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null
  #isDue = false
  #pause = new GrowingPause()
  #retry: NodeJS.Timeout | undefined

  /** Nothing runs before `schedule`. */
  constructor(options: BackgroundTaskOptions) {
    this.#options = options
  }

  /** True once no new run may start. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Call it when there may be something to do; if a run is in progress, another one follows. */
  schedule(): void {
    this.#isDue = true
    if (!this.#closing.signal.aborted) this.#running ??= this.#run()
  }

  /** Resolves when no run is in progress; does not wait for a failed run. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  /** Resolves when the run in progress has stopped; nothing runs afterwards. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#retry)
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    clearTimeout(this.#retry)
    try {
      while (this.#isDue && !signal.aborted) {
        this.#isDue = false
        await this.#options.work(signal)
      }
      this.#pause = new GrowingPause()
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
    this.#running = null
  }

  #fail(error: unknown): void {
    this.#retry = setTimeout(() => this.schedule(), this.#pause.take()).unref()
    this.#options.onError(error)
  }
}
