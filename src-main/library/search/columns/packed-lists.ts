import { widerThan } from './room.ts'
import { Tally } from './tally.ts'

const MAX_VALUES = 65_535
/** Levels that windows use: the lowest that counts, certainty, and those a person is choosing from. */
const MAX_TALLIES = 4

/** Lists as arrays: where each slot's begins in `data`, its number of values, and its capacity. */
export type ListParts = {
  starts: Uint32Array
  counts: Uint16Array
  rooms: Uint16Array
  data: Uint32Array
  /** Numbers of `data` in use, and those that belong to no list any more. */
  used: number
  wasted: number
}

/**
 * A short list of 32-bit numbers for each slot, all in one array. A list may have spare capacity; one that outgrows it
 * moves to the end, and its old place is compacted once half of the array is unused.
 */
export class PackedLists {
  readonly #spare: number
  readonly #tallies = new Map<number, Tally>()
  #starts: Uint32Array
  #counts: Uint16Array
  #rooms: Uint16Array
  #data: Uint32Array
  #used = 0
  #wasted = 0

  /**
   * Reserves space for slots and values; it grows when needed. Each list gets `spare` values beyond its own, so that
   * one more value in each of a million lists moves none of them.
   */
  constructor(slots: number, values: number, spare = 0, kept?: ListParts) {
    this.#spare = spare
    this.#starts = kept?.starts ?? new Uint32Array(Math.max(16, slots))
    this.#counts = kept?.counts ?? new Uint16Array(this.#starts.length)
    this.#rooms = kept?.rooms ?? new Uint16Array(this.#starts.length)
    this.#data = kept?.data ?? new Uint32Array(Math.max(64, values + slots * spare))
    this.#used = kept?.used ?? 0
    this.#wasted = kept?.wasted ?? 0
  }

  /** Its content for this many slots, to be saved in a file and given to the constructor. */
  parts(slots: number): ListParts {
    return {
      starts: this.#starts.subarray(0, slots),
      counts: this.#counts.subarray(0, slots),
      rooms: this.#rooms.subarray(0, slots),
      data: this.#data.subarray(0, this.#used),
      used: this.#used,
      wasted: this.#wasted,
    }
  }

  /** All lists; a slot's own is from `start` to before `end`. Call it again after a list was set. */
  data(): Uint32Array {
    return this.#data
  }

  /** Where each slot's list begins in `data()`, and its number of values: for scans of all. Call it again, too. */
  places(): { starts: Uint32Array; counts: Uint16Array } {
    return { starts: this.#starts, counts: this.#counts }
  }

  start(slot: number): number {
    return this.#starts[slot] ?? 0
  }

  end(slot: number): number {
    return this.start(slot) + (this.#counts[slot] ?? 0)
  }

  /** Replaces a slot's list; values beyond 65,535 are left out. */
  set(slot: number, list: Uint32Array): void {
    this.#ensureSlot(slot)
    const values = list.length > MAX_VALUES ? list.subarray(0, MAX_VALUES) : list
    this.#tell(slot, -1)
    if (values.length > (this.#rooms[slot] ?? 0)) this.#moveToEnd(slot, values.length)
    this.#data.set(values, this.start(slot))
    this.#counts[slot] = values.length
    this.#tell(slot, 1)
  }

  /** How many lists of the first `slots` have each entry at a level or above; it follows every change from now on. */
  tally(minLevel: number, slots: number): Tally {
    const tally = this.#tallyFor(minLevel)
    tally.count(this, slots)
    return tally
  }

  /** Counts that, with breaks for other work. */
  async prepareTally(minLevel: number, slots: number): Promise<void> {
    await this.#tallyFor(minLevel).countInSlices(this, slots)
  }

  #tallyFor(minLevel: number): Tally {
    const tally = this.#tallies.get(minLevel) ?? new Tally(minLevel)
    this.#tallies.delete(minLevel)
    this.#tallies.set(minLevel, tally)
    const oldest = this.#tallies.keys().next().value
    if (this.#tallies.size > MAX_TALLIES && oldest !== undefined) this.#tallies.delete(oldest)
    return tally
  }

  #tell(slot: number, by: 1 | -1): void {
    for (const tally of this.#tallies.values()) tally.change(slot, this.#data, [this.start(slot), this.end(slot)], by)
  }

  /** Adds a value to a slot's list. */
  append(slot: number, value: number): void {
    const count = this.#counts[slot] ?? 0
    if (count >= (this.#rooms[slot] ?? 0)) {
      const longer = new Uint32Array(count + 1)
      longer.set(this.#data.subarray(this.start(slot), this.end(slot)))
      longer[count] = value
      return this.set(slot, longer)
    }
    this.#tell(slot, -1)
    this.#data[this.start(slot) + count] = value
    this.#counts[slot] = count + 1
    this.#tell(slot, 1)
  }

  /** Replaces the value at a place of `data()` in the slot's list. */
  replaceAt(slot: number, place: number, value: number): void {
    this.#tell(slot, -1)
    this.#data[place] = value
    this.#tell(slot, 1)
  }

  /** Removes the value at a place of `data()` from the slot's list. */
  removeAt(slot: number, place: number): void {
    this.#tell(slot, -1)
    this.#data.copyWithin(place, place + 1, this.end(slot))
    this.#counts[slot] = (this.#counts[slot] ?? 0) - 1
    this.#tell(slot, 1)
  }

  #moveToEnd(slot: number, length: number) {
    const room = Math.min(MAX_VALUES, length + this.#spare)
    this.#wasted += this.#rooms[slot] ?? 0
    this.#rooms[slot] = 0
    this.#counts[slot] = 0
    this.#ensureValues(room)
    this.#starts[slot] = this.#used
    this.#rooms[slot] = room
    this.#used += room
  }

  #ensureSlot(slot: number) {
    if (slot < this.#starts.length) return
    const length = Math.max(slot + 1, widerThan(this.#starts.length))
    const [starts, counts, rooms] = [new Uint32Array(length), new Uint16Array(length), new Uint16Array(length)]
    starts.set(this.#starts)
    counts.set(this.#counts)
    rooms.set(this.#rooms)
    this.#starts = starts
    this.#counts = counts
    this.#rooms = rooms
  }

  #ensureValues(extra: number) {
    const { length } = this.#data
    if (this.#used + extra <= length) return
    const isWasteful = this.#wasted > this.#used / 2
    const target = new Uint32Array(isWasteful ? length : Math.max(widerThan(length), this.#used + extra))
    if (isWasteful) this.#squeeze(target)
    else target.set(this.#data)
    this.#data = target
  }

  /** Copies all lists, without unused places. Value by value: that is faster for a million short lists. */
  #squeeze(target: Uint32Array) {
    let used = 0
    for (let slot = 0; slot < this.#starts.length; slot++) {
      const from = this.start(slot)
      const count = this.#counts[slot] ?? 0
      for (let i = 0; i < count; i++) target[used + i] = this.#data[from + i] ?? 0
      this.#starts[slot] = used
      used += this.#rooms[slot] ?? 0
    }
    this.#used = used
    this.#wasted = 0
  }
}
