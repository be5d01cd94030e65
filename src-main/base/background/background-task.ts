import { GrowingPause } from './back-off.ts'

export type BackgroundTaskOptions = {
  /** Does all that is due; stops soon once the signal is aborted. */
  work(signal: AbortSignal): Promise<void>
  /** Hears of each run that failed, also before it is tried again. */
  onError(error: unknown): void
}

/**
 * Work that goes on beside everything else, one run at a time. A run that fails, for example while the library's disk
 * is full or another process holds it, is tried again after pauses that double from a second to a minute, so that work
 * goes on by itself once what stopped it is over. It holds a timer only then, which keeps no process alive.
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

  /** Nothing is begun any more. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** There may be something to do; a run in progress is followed by another one. */
  schedule(): void {
    this.#isDue = true
    if (!this.#closing.signal.aborted) this.#running ??= this.#run()
  }

  /** Resolves when no run is in progress; a run that failed is not waited for. */
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
