import type { DayCount, PhotoQuery } from '../../../contract/library/query.ts'
import { type Bits, countBits, hasBit } from '../columns/bits.ts'
import { NO_DAY, takenDay } from '../filters/date.ts'
import { countNumbers } from '../filters/numbers.ts'
import type { LoadedIndex } from './loaded-index.ts'
import { bestFirst, type Ranks } from './rank-matches.ts'

const DAY_MS = 86_400_000

type SortOrder = PhotoQuery['sort']['order']
const noRanks: Ranks = new Map()

/**
 * The ids of photos in an order. It walks the stored order; for a few photos of a large library that costs no more than
 * sorting them. Sorted by the time they were taken, photos without a date are last in both directions. Windows wait for
 * this after each change: plain loops take a third of the time of callbacks for a million photos.
 */
export function idsInOrder(
  index: LoadedIndex,
  photos: Bits,
  sort: PhotoQuery['sort'],
  ranks: Ranks = noRanks,
): Uint32Array {
  const slots = slotsInOrder(index, photos, sort, ranks)
  const { ids } = index
  for (let at = 0; at < slots.length; at++) slots[at] = ids[slots[at] ?? 0] ?? 0
  return slots
}

/** The same as slots of the index. */
export function slotsInOrder(
  index: LoadedIndex,
  photos: Bits,
  { by, order }: PhotoQuery['sort'],
  ranks: Ranks = noRanks,
): Uint32Array {
  if (by === 'match' || by === 'album') {
    const best = bestFirst(slotsInOrder(index, photos, { by: 'takenAt', order: 'desc' }), ranks)
    // An album begins with its first photo, matches with the best.
    return (order === 'desc') === (by === 'match') ? best : best.reverse()
  }
  const slots = index.orders.slots(by)
  const found = new Uint32Array(countBits(photos))
  if (by === 'takenAt') pickDated(slots, photos, { order, days: index.values(takenDay) }, found)
  else pick(slots, photos, order, found)
  return found
}

/** Slots of a set in order. A separate loop: one for both kinds would be recompiled for each. */
function pick(slots: Uint32Array, photos: Bits, order: SortOrder, found: Uint32Array): void {
  const step = order === 'asc' ? 1 : -1
  let place = 0
  for (let at = order === 'asc' ? 0 : slots.length - 1; at >= 0 && at < slots.length; at += step) {
    const slot = slots[at]!
    if (hasBit(photos, slot)) found[place++] = slot
  }
}

/** The same with those of no day at the end. */
function pickDated(
  slots: Uint32Array,
  photos: Bits,
  { order, days }: { order: SortOrder; days: ArrayLike<number> },
  found: Uint32Array,
): void {
  const [first, step] = order === 'asc' ? [0, 1] : [slots.length - 1, -1]
  let [dated, undated] = [0, found.length]
  for (let at = first; at >= 0 && at < slots.length; at += step) {
    const slot = slots[at] ?? 0
    if (!hasBit(photos, slot)) continue
    if (days[slot] === NO_DAY) found[--undated] = slot
    else found[dated++] = slot
  }
  found.subarray(undated).reverse()
}

/** How many of the photos were taken on each day, in the order of days; those without a date are last. */
export function countDays(index: LoadedIndex, photos: Bits, order: PhotoQuery['sort']['order']): DayCount[] {
  return daysInOrder(countNumbers(index.values(takenDay), photos), order)
}

/** Days by number in their written form; those without a date are last. Takes over the counts. */
export function daysInOrder(counts: Map<number, number>, order: PhotoQuery['sort']['order']): DayCount[] {
  const undated = counts.get(NO_DAY) ?? 0
  counts.delete(NO_DAY)
  const sign = order === 'asc' ? 1 : -1
  const days: DayCount[] = [...counts]
    .sort(([a], [b]) => sign * (a - b))
    .map(([day, count]) => ({ day: new Date(day * DAY_MS).toISOString().slice(0, 10), count }))
  return undated === 0 ? days : [...days, { day: null, count: undated }]
}
