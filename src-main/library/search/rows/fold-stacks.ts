import type { DayCount, PhotoQuery, Stacks } from '../../../contract/library/query.ts'
import { type Bits, countBits, forEachBit } from '../columns/bits.ts'
import { pickColumn, PICKED, REJECTED } from '../filters/pick.ts'
import { takenDay } from '../filters/date.ts'
import { stackColumn, topColumn } from '../../stacks/rows/stack-columns.ts'
import { daysInOrder, slotsInOrder } from './orders.ts'
import type { LoadedIndex } from './loaded-index.ts'
import type { Ranks } from './rank-matches.ts'

/** A list with one photo for each stack, apart from open stacks. */
export type FoldedList = {
  /** The photos shown, in order; those of an open stack are consecutive. */
  ids: Uint32Array
  /** The number of photos that they represent. */
  photos: number
  /** The photos of the query in each stack, by its number; stacks with one are left out. */
  frames: ReadonlyMap<number, StackFrames>
}

/** How many photos a stack has, and how many of them are picked and rejected. */
export type StackFrames = { count: number; picked: number; rejected: number }

type Sort = PhotoQuery['sort']
type Folded = { slots: Uint32Array; frames: Map<number, StackFrames>; tops: Map<number, number> }

/** The photos of a query with folded stacks: one scan of them for any page. `ranks` is how well they match, by slot. */
export function foldedList(index: LoadedIndex, photos: Bits, sort: Sort, stacks: Stacks, ranks?: Ranks): FoldedList {
  const { slots, frames } = fold(index, photos, slotsInOrder(index, photos, sort, ranks), stacks)
  return { ids: toIds(slots, index.ids), photos: countBits(photos), frames }
}

/** In place, in a plain loop: windows wait for it after each change. */
function toIds(slots: Uint32Array, ids: Uint32Array): Uint32Array {
  for (let at = 0; at < slots.length; at++) slots[at] = ids[slots[at] ?? 0] ?? 0
  return slots
}

/** How many photos of a folded list each day has; those of an open stack count for the day of its top photo. */
export function foldedDays(index: LoadedIndex, photos: Bits, order: Sort['order'], stacks: Stacks): DayCount[] {
  const ordered = slotsInOrder(index, photos, { by: 'takenAt', order })
  const { frames, tops } = fold(index, photos, ordered, { open: [] })
  const open = new Set(stacks.open)
  const numbers = index.values(stackColumn)
  const days = index.values(takenDay)
  const counts = new Map<number, number>()
  forEachBit(photos, (slot) => {
    const stack = numbers[slot] ?? 0
    const top = frames.has(stack) ? (tops.get(stack) ?? slot) : slot
    if (top !== slot && !open.has(stack)) return
    const day = days[top] ?? 0
    counts.set(day, (counts.get(day) ?? 0) + 1)
  })
  return daysInOrder(counts, order)
}

function fold(index: LoadedIndex, photos: Bits, ordered: Uint32Array, { open }: Stacks): Folded {
  const numbers = index.values(stackColumn)
  const frames = countFrames(index, photos)
  if (frames.size === 0) return { slots: ordered, frames, tops: new Map() }
  const tops = findTops(index, ordered, frames)
  const opened = new Map(open.filter((stack) => frames.has(stack)).map((stack): [number, number[]] => [stack, []]))
  if (opened.size > 0) for (const slot of ordered) opened.get(numbers[slot] ?? 0)?.push(slot)
  const slots = new Uint32Array(ordered.length)
  let count = 0
  for (const slot of ordered) {
    const stack = numbers[slot] ?? 0
    if (stack === 0 || !frames.has(stack)) slots[count++] = slot
    else if (tops.get(stack) === slot) for (const each of opened.get(stack) ?? [slot]) slots[count++] = each
  }
  return { slots: slots.subarray(0, count), frames, tops }
}

/** Stacks with several of the photos. */
export function countFrames(index: LoadedIndex, photos: Bits): Map<number, StackFrames> {
  const numbers = index.values(stackColumn)
  const picks = index.values(pickColumn)
  const frames = new Map<number, StackFrames>()
  for (let at = 0; at < photos.length; at++) {
    for (let word = photos[at]!; word !== 0; word &= word - 1) {
      const slot = (at << 5) + 31 - Math.clz32(word & -word)
      const stack = numbers[slot]!
      if (stack === 0) continue
      let counted = frames.get(stack)
      if (counted === undefined) frames.set(stack, (counted = { count: 0, picked: 0, rejected: 0 }))
      counted.count++
      if (picks[slot] === PICKED) counted.picked++
      else if (picks[slot] === REJECTED) counted.rejected++
    }
  }
  for (const [stack, { count }] of frames) if (count < 2) frames.delete(stack)
  return frames
}

/**
 * The photo shown for each stack: the person's choice, else a picked photo, else the first of the list. A rejected one
 * stays, so that no other frame takes its place unnoticed.
 */
function findTops(
  index: LoadedIndex,
  ordered: Uint32Array,
  frames: ReadonlyMap<number, StackFrames>,
): Map<number, number> {
  const numbers = index.values(stackColumn)
  const top = index.values(topColumn)
  const picks = index.values(pickColumn)
  const tops = new Map<number, number>()
  for (const slot of ordered) {
    const stack = numbers[slot] ?? 0
    if (stack === 0 || !frames.has(stack)) continue
    const best = tops.get(stack)
    const isPicked = (each: number): number => Number(picks[each] === PICKED)
    const ahead = best === undefined ? 1 : top[slot]! - top[best]! || isPicked(slot) - isPicked(best)
    if (ahead > 0) tops.set(stack, slot)
  }
  return tops
}
