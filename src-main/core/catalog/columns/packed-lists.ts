/**
 * A short list of 32-bit numbers for each slot, all in one array: new lists go to the end, and what they replace is
 * squeezed out once it is half of the array.
 */
export type PackedLists = {
  set(slot: number, values: Uint32Array): void
  /** All lists; a slot's own lies from `start` to before `end`. */
  data(): Uint32Array
  start(slot: number): number
  end(slot: number): number
  /** Bytes held. */
  bytes(): number
}

export function createPackedLists(slots: number, values: number): PackedLists {
  let starts = new Uint32Array(Math.max(16, slots))
  let counts = new Uint16Array(starts.length)
  let data = new Uint32Array(Math.max(64, values))
  let used = 0
  let wasted = 0

  function ensureSlot(slot: number) {
    if (slot < starts.length) return
    const length = Math.max(slot + 1, starts.length * 2)
    starts = grown(starts, new Uint32Array(length))
    counts = grown(counts, new Uint16Array(length))
  }

  function makeRoom(extra: number) {
    if (used + extra <= data.length) return
    const target = new Uint32Array(wasted > used / 2 ? data.length : Math.max(data.length * 2, used + extra))
    const from = data
    used = 0
    wasted = 0
    for (let slot = 0; slot < starts.length; slot++) {
      const start = starts[slot] ?? 0
      const count = counts[slot] ?? 0
      target.set(from.subarray(start, start + count), used)
      starts[slot] = used
      used += count
    }
    data = target
  }

  return {
    set: (slot, list) => {
      ensureSlot(slot)
      const values = list.length > 65_535 ? list.subarray(0, 65_535) : list
      const before = counts[slot] ?? 0
      if (values.length > before) {
        wasted += before
        counts[slot] = 0
        makeRoom(values.length)
        starts[slot] = used
        used += values.length
      } else {
        wasted += before - values.length
      }
      data.set(values, starts[slot] ?? 0)
      counts[slot] = values.length
    },
    data: () => data,
    start: (slot) => starts[slot] ?? 0,
    end: (slot) => (starts[slot] ?? 0) + (counts[slot] ?? 0),
    bytes: () => data.byteLength + starts.byteLength + counts.byteLength,
  }
}

function grown<T extends Uint32Array | Uint16Array>(from: T, to: T): T {
  to.set(from)
  return to
}
