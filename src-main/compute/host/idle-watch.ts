/** Tells that there is nothing to do: at once to those who wait for it, and once more after a longer while. */
export class IdleWatch {
  readonly #onLongIdle: () => void
  readonly #longMs: number
  readonly #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** Calls `onLongIdle` when nothing was done for so many milliseconds. */
  constructor(onLongIdle: () => void, longMs: number) {
    this.#onLongIdle = onLongIdle
    this.#longMs = longMs
  }

  noteBusy(): void {
    clearTimeout(this.#timer)
  }

  noteIdle(): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(this.#onLongIdle, this.#longMs).unref()
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Resolves when there is nothing to do the next time, or at the end. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#isClosed = true
    this.noteIdle()
  }
}
