import type { ChoiceProgress, Stacks } from '../../../contract/library/query.ts'
import { type Bits, forEachBit } from '../columns/bits.ts'
import { pickColumn, PICKED, REJECTED, UNFLAGGED } from '../filters/pick.ts'
import { stackColumn } from '../../stacks/rows/stack-columns.ts'
import { countFrames, type StackFrames } from './fold-stacks.ts'
import type { LoadedIndex } from './loaded-index.ts'

/**
 * How many of some photos are picked, rejected and neither. With folded stacks, each stack counts once, and the picked
 * and rejected photos are counted, too.
 */
export function choiceProgress(index: LoadedIndex, photos: Bits, isFolded: boolean): ChoiceProgress {
  const frames: ReadonlyMap<number, StackFrames> = isFolded ? countFrames(index, photos) : new Map()
  const numbers = index.values(stackColumn)
  const picks = index.values(pickColumn)
  const progress = { stacks: frames.size, photos: 0, picked: 0, rejected: 0, open: 0 }
  const marked = { pickedPhotos: 0, rejectedPhotos: 0 }
  for (const counted of frames.values()) progress[verdictOf(counted)]++
  forEachBit(photos, (slot) => {
    const verdict = picks[slot] === PICKED ? 'picked' : picks[slot] === REJECTED ? 'rejected' : 'open'
    if (verdict !== 'open') marked[`${verdict}Photos`]++
    if (isFolded && frames.has(numbers[slot] ?? 0)) return
    progress.photos++
    progress[verdict]++
  })
  return { ...progress, ...marked }
}

/** A stack is decided once one of its photos is picked, or all are rejected. */
const verdictOf = ({ count, picked, rejected }: StackFrames): 'picked' | 'rejected' | 'open' =>
  picked > 0 ? 'picked' : rejected === count ? 'rejected' : 'open'

type ListAndPlace = {
  ids: Uint32Array
  /** The stacks of a folded list; null if it is not folded. */
  frames: ReadonlyMap<number, StackFrames> | null
  /** Stacks that are open in place. */
  stacks: Stacks | undefined
  /** The photo after which the search begins; else the index `from`. */
  after: number | null
  from: number
}

/** The next photo of a list that is neither picked nor rejected, and its index; null if none is left. */
export function findNextOpen(
  index: LoadedIndex,
  { ids, frames, stacks, after, from }: ListAndPlace,
): { id: number; index: number } | null {
  const numbers = index.values(stackColumn)
  const picks = index.values(pickColumn)
  const unfolded = new Set(stacks?.open)
  const isOpen = (id: number): boolean => {
    const { slot } = index.find(id)
    const stack = numbers[slot] ?? 0
    const counted = frames?.get(stack)
    if (counted !== undefined && verdictOf(counted) !== 'open') return false
    // Of a folded stack the top photo may be rejected while others are not.
    return picks[slot] === UNFLAGGED || (counted !== undefined && !unfolded.has(stack))
  }
  const known = after === null ? -1 : ids.indexOf(after)
  const first = known >= 0 ? known + 1 : from
  for (let step = 0; step < ids.length; step++) {
    const place = (first + step) % ids.length
    const id = ids[place] ?? 0
    if (isOpen(id)) return { id, index: place }
  }
  return null
}
