/** Longest time that a timer takes. */
const FOR_EVER_MS = 2 ** 31 - 1

/**
 * Tells that there is nothing to do: at once to those who wait for it, and once more after a longer while. While there
 * is something to do it keeps the program from ending: a process that is asked to close, or one that is waited for,
 * does not.
 */
export class IdleWatch {
  readonly #onLongIdle: () => void
  readonly #longMs: number
  readonly #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #busy: NodeJS.Timeout | undefined
  #isClosed = false

  /** Calls `onLongIdle` when nothing was done for so many milliseconds. */
  constructor(onLongIdle: () => void, longMs: number) {
    this.#onLongIdle = onLongIdle
    this.#longMs = longMs
  }

  noteBusy(): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#busy ??= setInterval(() => undefined, FOR_EVER_MS)
  }

  noteIdle(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#busy)
    this.#busy = undefined
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
