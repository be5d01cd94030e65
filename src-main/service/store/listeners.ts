/** Those who are told of something. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** Gives what ends it. */
  add(listener: () => void): () => void {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  tell(): void {
    for (const listener of this.#all) listener()
  }
}
