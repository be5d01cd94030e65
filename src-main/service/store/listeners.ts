/** Listeners of an event. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Returns a function that removes it. */
  add(listener: () => void): () => void {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  tell(): void {
    for (const listener of this.#all) listener()
  }
}
