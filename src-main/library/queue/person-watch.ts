/** A person who did nothing for this time is reading or absent. */
const QUIET_MS = 10_000

/**
 * Whether a person works with the library: whether they opened a photo, changed something or scrolled in a list within
 * the last seconds. Actions of a window by itself, such as reloading changes, do not count.
 */
export class PersonWatch {
  readonly #onChange: (isAtWork: boolean) => void
  #timer: NodeJS.Timeout | undefined

  /** Calls `onChange` whenever a person begins to work, and when they have been inactive for a while. */
  constructor(onChange: (isAtWork: boolean) => void) {
    this.#onChange = onChange
  }

  /** A person did something. */
  note(): void {
    if (this.#timer !== undefined) return void this.#timer.refresh()
    this.#timer = setTimeout(() => this.#rest(), QUIET_MS).unref()
    this.#onChange(true)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #rest(): void {
    this.#timer = undefined
    this.#onChange(false)
  }
}
