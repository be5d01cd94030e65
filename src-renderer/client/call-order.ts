/** Numbers the calls of one kind, so that an answer can be dropped when a later call overtook it. */
export class CallOrder {
  #last = 0

  /** Registers a call. The function it returns tells whether that call is still the latest. */
  start(): () => boolean {
    this.#last += 1
    const number = this.#last
    return () => number === this.#last
  }

  /** Makes every call that is under way an overtaken one. */
  invalidate(): void {
    this.#last += 1
  }
}
