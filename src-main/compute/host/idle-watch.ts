/** The longest time that a timer accepts. */
const FOR_EVER_MS = 2 ** 31 - 1

/**
 * Reports idleness: at once to those who wait for it, and again after a longer time. While there is something to do it
 * keeps the program alive; a process that is closing, or that others wait for, does not.
 */
export class IdleWatch {
  readonly #onLongIdle: () => void
  readonly #longMs: number
  readonly #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #busy: NodeJS.Timeout | undefined
  #isClosed = false

  /** Calls `onLongIdle` after this many milliseconds without work. */
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

  /** Resolves when there is next nothing to do, or at the end. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#isClosed = true
    this.noteIdle()
  }
}
