import { type Bits, countBits, makeBits } from '../columns/bits.ts'
import { encodeEntry, entryId, entryLevel } from '../../catalog/codecs/entries.ts'
import type { PackedLists } from '../columns/packed-lists.ts'
import type { Slices } from '../columns/slices.ts'
import { widened } from '../columns/tally.ts'

/** Words of a set between two places where work may pause: 65,536 photos. */
const SLICE = 2048

/** The photos of some words of a set that have an entry. */
type Marking = (from: number, to: number) => void

/**
 * Photos of a set with any of these entries at a sufficient level. Reads the lists once, in plain loops: callbacks take
 * several times as long, and windows wait for this.
 */
export function* withEntries(
  photos: Bits,
  lists: PackedLists,
  ids: ReadonlySet<number>,
  minLevel: number,
): Slices<Bits> {
  const found = new Uint32Array(photos.length)
  const [only] = ids
  const mark =
    ids.size === 1 && only !== undefined
      ? withEntry(photos, found, lists, encodeEntry(only, 0) + minLevel)
      : withAny(photos, found, lists, { ids, minLevel })
  for (let from = 0; from < photos.length; from += SLICE) {
    mark(from, Math.min(photos.length, from + SLICE))
    yield
  }
  return found
}

/** The entries of one id from the level of `min` on are consecutive numbers. */
function withEntry(photos: Bits, found: Bits, lists: PackedLists, min: number): Marking {
  const reach = encodeEntry(entryId(min), null) - min
  const data = lists.data()
  const { starts, counts } = lists.places()
  return (from, to) => {
    for (let at = from; at < to; at++) {
      let kept = 0
      for (let word = photos[at]!; word !== 0; word &= word - 1) {
        const lowest = word & -word
        const slot = (at << 5) + 31 - Math.clz32(lowest)
        const start = starts[slot]!
        for (let i = start, end = start + counts[slot]!; i < end; i++) {
          if ((data[i]! - min) >>> 0 > reach) continue
          kept |= lowest
          break
        }
      }
      found[at] = kept
    }
  }
}

type Wanted = { ids: ReadonlySet<number>; minLevel: number }

function withAny(photos: Bits, found: Bits, lists: PackedLists, { ids, minLevel }: Wanted): Marking {
  const wanted = new Uint8Array(Math.max(0, ...ids) + 1)
  for (const id of ids) wanted[id] = 1
  const data = lists.data()
  const { starts, counts } = lists.places()
  return (from, to) => {
    for (let at = from; at < to; at++) {
      let kept = 0
      for (let word = photos[at]!; word !== 0; word &= word - 1) {
        const lowest = word & -word
        const slot = (at << 5) + 31 - Math.clz32(lowest)
        const start = starts[slot]!
        for (let i = start, end = start + counts[slot]!; i < end; i++) {
          const entry = data[i]!
          if (wanted[entryId(entry)] !== 1 || entryLevel(entry) < minLevel) continue
          kept |= lowest
          break
        }
      }
      found[at] = kept
    }
  }
}

/**
 * How many photos of the set have each tag or category at a sufficient level; others are left out. For most photos of a
 * library, the remaining ones are counted and subtracted from all.
 */
export function countEntries(
  lists: PackedLists,
  photos: Bits,
  { minLevel, slots }: { minLevel: number; slots: number },
): { id: number; count: number }[] {
  if (countBits(photos) <= slots / 2) return listed(countLists(lists, photos, minLevel))
  const counts = lists.tally(minLevel, slots).counts.slice()
  const others = countLists(lists, slotsWithout(photos, slots), minLevel)
  for (const [id, count] of others.entries()) if (count > 0) counts[id]! -= count
  return listed(counts)
}

const listed = (counts: Uint32Array) => [...counts].flatMap((count, id) => (count > 0 ? [{ id, count }] : []))

function slotsWithout(photos: Bits, slots: number): Bits {
  const others = makeBits(slots)
  for (let at = 0; at < others.length; at++) others[at] = ~(photos[at] ?? 0)
  const rest = slots & 31
  if (rest > 0) others[others.length - 1]! &= (1 << rest) - 1
  return others
}

function countLists(lists: PackedLists, photos: Bits, minLevel: number): Uint32Array {
  let counted = new Uint32Array(1024)
  const data = lists.data()
  const { starts, counts } = lists.places()
  for (let at = 0; at < photos.length; at++) {
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const slot = (at << 5) + 31 - Math.clz32(word & -word)
      const start = starts[slot]!
      for (let i = start, end = start + counts[slot]!; i < end; i++) {
        const entry = data[i]!
        if (entryLevel(entry) < minLevel) continue
        const id = entryId(entry)
        if (id >= counted.length) counted = widened(counted, id)
        counted[id] = counted[id]! + 1
      }
    }
  }
  return counted
}

/** Most frequent first, then by name. */
export const mostFrequentFirst = <T extends { name: string; count: number }>(counts: T[]): T[] =>
  counts.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
