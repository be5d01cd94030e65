import { LRUCache } from 'lru-cache'

const MOST_REMEMBERED = 10_000

/**
 * Remembers what was looked up by key until `forget` says that it may have changed. What is being read at that moment is
 * not remembered.
 */
export class CachedLookup<T extends object> {
  readonly #load: (key: string) => Promise<T | undefined>
  readonly #isCurrent: () => boolean
  readonly #known = new LRUCache<string, T>({ max: MOST_REMEMBERED })
  #generation = 0

  /** `isCurrent` tells whether changes are heard of; while they are not, each lookup reads. */
  constructor(load: (key: string) => Promise<T | undefined>, isCurrent: () => boolean) {
    this.#load = load
    this.#isCurrent = isCurrent
  }

  async find(key: string): Promise<T | undefined> {
    const known = this.#isCurrent() ? this.#known.get(key) : undefined
    if (known !== undefined) return known
    const generation = this.#generation
    const wasCurrent = this.#isCurrent()
    const found = await this.#load(key)
    if (found !== undefined && wasCurrent && this.#isCurrent() && generation === this.#generation)
      this.#known.set(key, found)
    return found
  }

  forget(): void {
    this.#generation++
    this.#known.clear()
  }
}
