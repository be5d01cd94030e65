import type { DayCount, PhotoQuery } from '../../../contract/library/query.ts'
import { type Bits, countBits, hasBit } from '../columns/bits.ts'
import { NO_DAY, takenDay } from '../filters/date.ts'
import { countNumbers } from '../filters/numbers.ts'
import type { LoadedIndex } from './loaded-index.ts'

const DAY_MS = 86_400_000

/**
 * The ids of photos in an order. It walks the kept order; for a few photos of a large library that costs no more than
 * sorting them. Where photos are sorted by the time they were taken, those without a date are last in both orders.
 */
export function idsInOrder(index: LoadedIndex, photos: Bits, { by, order }: PhotoQuery['sort']): Uint32Array {
  const found = slotsInOrder(index.orders.slots(by), photos, order)
  const slots = by === 'takenAt' ? withUndatedLast(found, index.values(takenDay)) : found
  const { ids } = index
  return slots.map((slot) => ids[slot] ?? 0)
}

function slotsInOrder(slots: Uint32Array, photos: Bits, order: PhotoQuery['sort']['order']): Uint32Array {
  const found = new Uint32Array(countBits(photos))
  let count = 0
  const take = (slot: number) => {
    if (hasBit(photos, slot)) found[count++] = slot
  }
  if (order === 'asc') for (let i = 0; i < slots.length; i++) take(slots[i] ?? 0)
  else for (let i = slots.length - 1; i >= 0; i--) take(slots[i] ?? 0)
  return found
}

function withUndatedLast(slots: Uint32Array, days: Int32Array): Uint32Array {
  const isUndated = (slot: number) => days[slot] === NO_DAY
  const undated = slots.filter(isUndated)
  if (undated.length === 0) return slots
  const all = new Uint32Array(slots.length)
  all.set(slots.filter((slot) => !isUndated(slot)))
  all.set(undated, slots.length - undated.length)
  return all
}

/** How many of the photos were taken on each day, in the order of days; those without a date are last. */
export function countDays(index: LoadedIndex, photos: Bits, order: PhotoQuery['sort']['order']): DayCount[] {
  const counts = countNumbers(index.values(takenDay), photos)
  const undated = counts.get(NO_DAY) ?? 0
  counts.delete(NO_DAY)
  const sign = order === 'asc' ? 1 : -1
  const days: DayCount[] = [...counts]
    .sort(([a], [b]) => sign * (a - b))
    .map(([day, count]) => ({ day: new Date(day * DAY_MS).toISOString().slice(0, 10), count }))
  return undated === 0 ? days : [...days, { day: null, count: undated }]
}
