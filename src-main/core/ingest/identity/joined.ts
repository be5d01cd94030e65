/** Things of which some are one with others, directly or by way of others. */
export class Joined<T> {
  readonly #next = new Map<T, T>()

  /** The same one for all that are joined. */
  firstOf(thing: T): T {
    let first = thing
    for (let next = this.#next.get(first); next !== undefined; next = this.#next.get(first)) first = next
    // From now on the way there is short.
    for (let at = thing; at !== first;) {
      const next = this.#next.get(at) ?? first
      this.#next.set(at, first)
      at = next
    }
    return first
  }

  join(a: T, b: T): void {
    const [first, other] = [this.firstOf(a), this.firstOf(b)]
    if (first !== other) this.#next.set(other, first)
  }
}
