import type { Db } from '../../../base/sqlite/connect.ts'
import type { StackChoice } from './choice-head.ts'
import type { StackFrame } from './stack-frames.ts'
import { STACK_NUMBER } from './stack-number.ts'

/**
 * Changes by which a person says which frame of a stack is better. A change that took many suggestions is a kind of its
 * own, and one that took some is marked: neither is a choice, or suggestions would teach themselves. What a person
 * answered in the review of many bursts is one.
 */
export type Decision =
  | { kind: 'pick'; pick: number }
  | { kind: 'rate'; rating: number }
  | { kind: 'stack-top'; top: number; isSuggested?: true; isAnswered?: true }
export const decisionKinds = ['pick', 'rate', 'stack-top'] as const

/** A piece of such a change that still counts, as the journal keeps it. */
type KeptDecision = { id: number; change: Decision; ids: number[] }

/** What the journal keeps of a person's decisions. */
export type KeptDecisions = {
  /** A number that changes when a decision comes or is undone. */
  version(): number
  /** At most `limit` pieces after `sinceMs`, those with numbers below `before`, the newest first. */
  read(range: { sinceMs: number; before: number; limit: number }): KeptDecision[]
}

/** Pieces of the journal that are read at once, and stacks that are read at most. */
const [PIECE, MAX_STACKS] = [200, 400]

type Marks = { pick?: number; rating?: number; top?: number }

export type ChoiceReader = {
  /** A number that changes when a change comes, or is undone, that may be a choice. */
  version(): number
  /**
   * The newest choices within bursts that the journal has kept since a time, of stacks whose frames are all measured.
   * Yields nothing between pieces of a few milliseconds.
   */
  read(sinceMs: number): Generator<StackChoice | undefined, void>
}

type Dependencies = {
  db: Db
  decisions: KeptDecisions
  /** Frames of a stack, with their content vectors. */
  readFrames(stack: number): StackFrame[]
  isBurst(frames: readonly StackFrame[]): boolean
}

/** Reads a person's choices from the journal: what they set themselves, as far as it still counts. */
export function createChoiceReader({ db, decisions, readFrames, isBurst }: Dependencies): ChoiceReader {
  const stackOf = db.prepare<[number], number>(`SELECT ${STACK_NUMBER} FROM photos p WHERE p.id = ?`).pluck()
  return {
    version: () => decisions.version(),
    *read(sinceMs) {
      const marks = new Map<number, Marks>()
      const stacks = new Set<number>()
      for (let before = Number.MAX_SAFE_INTEGER; stacks.size < MAX_STACKS;) {
        const some = decisions.read({ sinceMs, before, limit: PIECE })
        for (const { change, ids } of some) {
          const mark = markOf(change, ids.length)
          // The newest decision about a photo counts.
          for (const id of ids) {
            marks.set(id, { ...mark, ...marks.get(id) })
            const stack = stackOf.get(id) ?? 0
            if (stack !== 0) stacks.add(stack)
          }
        }
        yield undefined
        if (some.length < PIECE) break
        before = some.at(-1)!.id
      }
      for (const stack of stacks) {
        const frames = readFrames(stack)
        if (frames.length > 1 && frames.every(({ measured }) => measured !== null) && isBurst(frames))
          yield choiceOf(frames, marks) ?? undefined
      }
    },
  }
}

/** What a change says; a photo put on top by taking a suggestion, alone or with those of other stacks, is no choice. */
function markOf(change: Decision, photos: number): Marks {
  if (change.kind === 'pick') return { pick: change.pick }
  if (change.kind === 'rate') return { rating: change.rating }
  if (change.isAnswered === true) return { top: change.top }
  return change.isSuggested === true || photos > 1 ? { top: -1 } : { top: change.top }
}

/** Above all ratings: picked, and on top; rejected is below none. */
const [TOP, PICKED, REJECTED] = [7, 6, -1]

/**
 * The frames that the person ranked highest, and those below. Null if nothing ranks them, or what does is not the
 * person's own: the mark of the highest ones, or where these have none, the marks of the others.
 */
function choiceOf(frames: readonly StackFrame[], marks: ReadonlyMap<number, Marks>): StackChoice | null {
  const top = Math.max(...frames.map((frame) => frame.top))
  const ranks = frames.map((frame) => {
    const own = marks.get(frame.id)
    if (frame.isRejected) return { rank: REJECTED, isOwn: own?.pick === -1 }
    if (frame.top > 0 && frame.top === top) return { rank: TOP, isOwn: own?.top === frame.top }
    if (frame.isPicked) return { rank: PICKED, isOwn: own?.pick === 1 }
    return { rank: frame.rating, isOwn: frame.rating > 0 && own?.rating === frame.rating }
  })
  const highest = Math.max(...ranks.map(({ rank }) => rank))
  const places = [...ranks.keys()]
  const chosen = places.filter((at) => ranks[at]!.rank === highest && (highest === 0 || ranks[at]!.isOwn))
  const others = places.filter((at) => ranks[at]!.rank < highest && (highest > 0 || ranks[at]!.isOwn))
  return chosen.length === 0 || others.length === 0 ? null : { frames, chosen, others }
}
