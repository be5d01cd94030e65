import { MAX_VALUES } from '../../../contract/library/selection-summary.ts'

/** What photos say of one field: the one value that all have, or how many different ones there are. */
export class CommonValue<Value> {
  readonly #keys = new Set<string>()
  #first: Value | null = null
  #filled = 0
  #given = 0

  /** `key` tells values apart; `value` is null where a person emptied it. Photos that say nothing are not told of. */
  add(key: string, value: Value | null, isGiven: boolean): void {
    if (isGiven) this.#given++
    if (value === null) return
    this.#first ??= value
    this.#filled++
    if (this.#keys.size < MAX_VALUES) this.#keys.add(key)
  }

  /** Of so many photos in all; none counts as a value. */
  said(count: number): { value: Value | null; values: number; filled: number; given: number } {
    const isEverywhere = this.#filled === count
    const values = Math.min(MAX_VALUES, this.#keys.size + (isEverywhere ? 0 : 1))
    return {
      value: isEverywhere && values === 1 ? this.#first : null,
      values,
      filled: this.#filled,
      given: this.#given,
    }
  }
}

/** How often values come. */
export class Counts<Value> {
  readonly #counts = new Map<Value, number>()

  add(value: Value): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
  }

  /** The most frequent first. */
  list(): { value: Value; count: number }[] {
    return [...this.#counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
  }
}
