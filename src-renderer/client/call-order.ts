/** Numbers the calls of one kind, so that the answer of a call can be dropped after a later call. */
export class CallOrder {
  #last = 0

  /** Registers a call. Returns a function that says whether that call is still the latest. */
  start(): () => boolean {
    this.#last += 1
    const number = this.#last
    return () => number === this.#last
  }

  /** Drops the answers of all pending calls. */
  invalidate(): void {
    this.#last += 1
  }
}
