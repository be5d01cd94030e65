import { setImmediate } from 'node:timers/promises'
import { entryId, entryLevel } from '../../catalog/codecs/entries.ts'

/** Slots between two breaks for other work. */
const SLICE = 100_000
const MIN_IDS = 1024

/** Lists of entries; a slot's own in `data` is from `start` to before `end`. */
type Lists = { data(): Uint32Array; start(slot: number): number; end(slot: number): number }

/**
 * How many lists have each tag or category at a level or above. It follows every change of a list, so that counts of a
 * whole library need no scan of all its lists.
 */
export class Tally {
  readonly #minLevel: number
  #counts = new Uint32Array(MIN_IDS)
  /** Lists of slots before this one are counted. */
  #counted = 0

  constructor(minLevel: number) {
    this.#minLevel = minLevel
  }

  /** By id; ids beyond its length have none. */
  get counts(): Uint32Array {
    return this.#counts
  }

  /** Counts the lists of some slots, with breaks for other work; lists may change in the meantime. */
  async countInSlices(lists: Lists, slots: number): Promise<void> {
    while (this.#counted < slots) {
      this.count(lists, Math.min(slots, this.#counted + SLICE))
      await setImmediate()
    }
  }

  /** Counts the lists of all slots before `slots` that are not counted yet. */
  count(lists: Lists, slots: number): void {
    const data = lists.data()
    for (; this.#counted < slots; this.#counted++)
      this.#add(data, lists.start(this.#counted), lists.end(this.#counted), 1)
  }

  /** Subtracts values of a slot's list (-1), or adds them (1): those of `data` from `start` to before `end`. */
  change(slot: number, data: Uint32Array, [start, end]: readonly [number, number], by: 1 | -1): void {
    if (slot < this.#counted) this.#add(data, start, end, by)
  }

  #add(data: Uint32Array, start: number, end: number, by: 1 | -1): void {
    for (let at = start; at < end; at++) {
      const entry = data[at]!
      if (entryLevel(entry) < this.#minLevel) continue
      const id = entryId(entry)
      if (id >= this.#counts.length) this.#counts = widened(this.#counts, id)
      this.#counts[id] = this.#counts[id]! + by
    }
  }
}

/** The same counts with room for an id. */
export function widened(counts: Uint32Array<ArrayBuffer>, id: number): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(Math.max(id + 1, counts.length * 2))
  wider.set(counts)
  return wider
}
