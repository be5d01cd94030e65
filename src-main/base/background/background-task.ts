import { GrowingPause, type Pauses } from './back-off.ts'

export type BackgroundTaskOptions = {
  /**
   * Does all that is due; stops soon once the signal is aborted. Resolves with `retry` when some of it failed, which it
   * reported itself: it is tried again as after an error.
   */
  work(signal: AbortSignal): Promise<void | 'retry'>
  /** Hears of each run that failed, also before it is tried again. */
  onError(error: unknown): void
  /** A second to a minute unless given. */
  pauses?: Partial<Pauses>
}

/**
 * Background work, one run at a time. A failed run, for example while the library's disk is full or another process
 * locks it, is retried after pauses that double, so that work resumes by itself once the obstacle is gone. It holds a
 * timer only then and while a later run is scheduled, which keeps no process alive.
 */
export class BackgroundTask {
  readonly #options: BackgroundTaskOptions
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null
  #isDue = false
  #pause: GrowingPause
  #timer: { fires: NodeJS.Timeout; atMs: number } | null = null

  /** Nothing runs before `schedule`. */
  constructor(options: BackgroundTaskOptions) {
    this.#options = options
    this.#pause = new GrowingPause(options.pauses)
  }

  /** Nothing is begun any more. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Aborted once it is closed: for what schedules it, such as a loop over events. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** A run is in progress. */
  get isRunning(): boolean {
    return this.#running !== null
  }

  /**
   * There may be something to do, now or in this many milliseconds; the next run, whatever began it, is the one that
   * was scheduled for later. A run in progress is followed by another one.
   */
  schedule(afterMs = 0): void {
    if (this.isClosed) return
    if (afterMs > 0) return this.#scheduleLater(afterMs)
    this.#isDue = true
    this.#running ??= this.#run()
  }

  /** Resolves when no run is in progress; a run that failed or is scheduled for later is not waited for. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  /** Resolves when the run in progress has stopped; nothing runs afterwards. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#clearTimer()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    try {
      while (this.#isDue && !signal.aborted) {
        this.#isDue = false
        this.#clearTimer()
        if ((await this.#options.work(signal)) === 'retry') return this.#tryLater()
        this.#pause = new GrowingPause(this.#options.pauses)
      }
    } catch (error) {
      this.#tryLater()
      if (!signal.aborted) this.#options.onError(error)
    } finally {
      this.#running = null
    }
  }

  /** What was scheduled meanwhile waits as well. */
  #tryLater(): void {
    this.schedule(this.#pause.take())
  }

  /** The earlier of two times counts. */
  #scheduleLater(afterMs: number): void {
    const atMs = performance.now() + afterMs
    if (this.#timer !== null && this.#timer.atMs <= atMs) return
    this.#clearTimer()
    const fires = setTimeout(() => {
      this.#timer = null
      this.schedule()
    }, afterMs)
    this.#timer = { fires: fires.unref(), atMs }
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer.fires)
    this.#timer = null
  }
}
