const MAX_VALUES = 65_535

/**
 * A short list of 32-bit numbers for each slot, all in one array: new lists go to the end, and what they replace is
 * squeezed out once it is half of the array.
 */
export class PackedLists {
  #starts: Uint32Array
  #counts: Uint16Array
  #data: Uint32Array
  #used = 0
  #wasted = 0

  /** Makes room for so many slots and values; more is made when it is needed. */
  constructor(slots: number, values: number) {
    this.#starts = new Uint32Array(Math.max(16, slots))
    this.#counts = new Uint16Array(this.#starts.length)
    this.#data = new Uint32Array(Math.max(64, values))
  }

  /** All lists; a slot's own lies from `start` to before `end`. Ask again after a list was set. */
  data(): Uint32Array {
    return this.#data
  }

  start(slot: number): number {
    return this.#starts[slot] ?? 0
  }

  end(slot: number): number {
    return this.start(slot) + (this.#counts[slot] ?? 0)
  }

  /** Replaces a slot's list; of a longer one than 65,535 the rest is left out. */
  set(slot: number, list: Uint32Array): void {
    this.#ensureSlot(slot)
    const values = list.length > MAX_VALUES ? list.subarray(0, MAX_VALUES) : list
    const before = this.#counts[slot] ?? 0
    if (values.length > before) this.#moveToEnd(slot, before, values.length)
    else this.#wasted += before - values.length
    this.#data.set(values, this.start(slot))
    this.#counts[slot] = values.length
  }

  #moveToEnd(slot: number, before: number, length: number) {
    this.#wasted += before
    this.#counts[slot] = 0
    this.#ensureValues(length)
    this.#starts[slot] = this.#used
    this.#used += length
  }

  #ensureSlot(slot: number) {
    if (slot < this.#starts.length) return
    const length = Math.max(slot + 1, this.#starts.length * 2)
    const [starts, counts] = [new Uint32Array(length), new Uint16Array(length)]
    starts.set(this.#starts)
    counts.set(this.#counts)
    this.#starts = starts
    this.#counts = counts
  }

  /** Copies all lists to where there is room, without what was replaced. */
  #ensureValues(extra: number) {
    const { length } = this.#data
    if (this.#used + extra <= length) return
    const target = new Uint32Array(this.#wasted > this.#used / 2 ? length : Math.max(length * 2, this.#used + extra))
    this.#used = 0
    this.#wasted = 0
    for (let slot = 0; slot < this.#starts.length; slot++) {
      target.set(this.#data.subarray(this.start(slot), this.end(slot)), this.#used)
      this.#starts[slot] = this.#used
      this.#used += this.#counts[slot] ?? 0
    }
    this.#data = target
  }
}
