import { randomInt } from 'node:crypto'
import type { Context } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { createFrameFinder, type KnownFrame } from './find-frames.ts'
import { type FrameGroup, groupFrames, isBefore, areBracket } from './group-frames.ts'
import { areAlike } from './likeness.ts'
import { findPanoramas, arePanorama, mayBeTurned } from './panorama.ts'
import type { BurstToDecide, StackSet, StackView } from '../../../contract/library/stacks.ts'
import { tasteOf } from './choice-head.ts'
import { createLearnedStore, type LearnedState } from './create-learned-store.ts'
import { createChoiceReader, type ChoiceReader, type KeptDecisions } from './stack-choices.ts'
import { createFrameReader, createSeenFrameReader, type StackFrame } from './stack-frames.ts'
import { STACK_NUMBER } from './stack-number.ts'
import { areFocusStack } from './are-focus-stack.ts'
import { findBestFrames, suggestFrame, type Taste } from './suggest-frame.ts'

/** A burst with the lead of its best frame; or a set or views, frames without analysis, or a choice made already. */
export type ReviewedStack = { burst: BurstToDecide; lead: number } | 'set' | 'waiting' | 'decided'

/**
 * Of a burst one frame may be better than the others, of a set none; nor of `views`, which may be parts of a panorama.
 * `unknown` before enough is measured.
 */
export type StackKind = StackSet | 'views' | 'burst' | 'unknown'

/** The result for some photos; `isDone` is true if no others wait. */
export type StackPiece = { changed: number[]; isDone: boolean }

export type StackStore = {
  /** Finds the stacks of some waiting photos, and of those near them, in one transaction. */
  arrange(limit: number): StackPiece
  /** Whether photos wait for that. */
  hasDue(): boolean
  /** All photos of the stacks that these are in, with those that are in none, by time. */
  framesOf(ids: readonly number[]): number[]
  /** A photo and those of its stack that were taken after it. */
  framesFrom(id: number): number[]
  /** The description of a stack; `shown` removes hidden photos. Null if none is left. */
  look(stack: number, shown: (ids: readonly number[]) => readonly number[]): StackView | null
  /** The numbers of the stacks that photos are in. */
  numbersOf(ids: readonly number[]): number[]
  /** The best frames of a burst for a person to decide on, or why there is nothing to decide. `shown` as in `look`. */
  review(stack: number, shown: (ids: readonly number[]) => readonly number[]): ReviewedStack
  /** What the stack of a photo is. A photo without one counts as a burst. */
  kindWith(id: number): StackKind
  /** A number for a new stack of a person's. */
  newNumber(): number
  /** Puts a photo on top of its stack. */
  nextTop(): number
  /** The person's choices within bursts. */
  choices: ChoiceReader
  /** What was learned from them; suggestions follow it. */
  learned: { get(): LearnedState; set(state: LearnedState): void }
}

const NUMBERS = `SELECT DISTINCT ${STACK_NUMBER} FROM photos p
  WHERE ${STACK_NUMBER} <> 0 AND p.id IN (SELECT value FROM json_each(?)) ORDER BY p.taken_ms, p.id`

const FRAMES = `SELECT p.id FROM photos p WHERE p.id IN (SELECT value FROM json_each(@ids))
    OR (${STACK_NUMBER} <> 0 AND ${STACK_NUMBER} IN (SELECT ${STACK_NUMBER} FROM photos p
      WHERE p.id IN (SELECT value FROM json_each(@ids))))
  ORDER BY p.taken_ms, p.id`

/** Photos that belong together, as found by the library and as chosen by the person. */
export function createStackStore({ db, write, changed }: Context, decisions: KeptDecisions): StackStore {
  const due = db.prepare<[number], number>('SELECT id FROM photos WHERE needs_stack = 1 ORDER BY id LIMIT ?').pluck()
  const frames = db.prepare<[{ ids: string }], number>(FRAMES).pluck()
  const framesOf = (ids: readonly number[]) => frames.all({ ids: JSON.stringify(ids) })
  const readFrames = createFrameReader(db)
  const readSeenFrames = createSeenFrameReader(db)
  const learned = createLearnedStore({ db, write })
  /** Frames with what was learned from choices; with their content if that counts. */
  const readJudged = (stack: number) => {
    const head = learned.get().lesson?.head ?? null
    const frames = head?.content ? readSeenFrames(stack) : readFrames(stack)
    return { frames, taste: head === null ? null : tasteOf(head) }
  }
  const stackOf = db.prepare<[number], number>(`SELECT ${STACK_NUMBER} FROM photos p WHERE p.id = ?`).pluck()
  const numbers = db.prepare<[string], number>(NUMBERS).pluck()
  const isUsed = db.prepare<[number], number>('SELECT 1 FROM photos WHERE person_stack = ? LIMIT 1').pluck()
  return {
    arrange(limit) {
      const ids = due.all(limit)
      const moved = ids.length === 0 ? [] : write(() => arrangeAround(db, ids))
      changed.photos(moved)
      return { changed: moved, isDone: ids.length < limit }
    },
    hasDue: () => due.get(1) !== undefined,
    framesOf,
    look(stack, shown) {
      const { frames, taste } = readJudged(stack)
      const visible = new Set(shown(frames.map(({ id }) => id)))
      return visible.size === 0
        ? null
        : viewStack(
            stack,
            frames.filter(({ id }) => visible.has(id)),
            frames,
            taste,
          )
    },
    numbersOf: (ids) => numbers.all(JSON.stringify(ids)),
    review(stack, shown) {
      const { frames, taste } = readJudged(stack)
      const visible = new Set(shown(frames.map(({ id }) => id)))
      return reviewStack(
        stack,
        frames.filter(({ id }) => visible.has(id)),
        frames,
        taste,
      )
    },
    choices: createChoiceReader({
      db,
      decisions,
      readFrames: readSeenFrames,
      isBurst: (frames) => kindOf(frames) === 'burst',
    }),
    learned,
    kindWith: (id) => kindOf(readFrames(stackOf.get(id) ?? 0)),
    framesFrom(id) {
      const all = framesOf([id])
      return all.slice(all.indexOf(id))
    },
    newNumber() {
      let number = randomInt(1, 2 ** 31)
      while (isUsed.get(number) !== undefined) number = randomInt(1, 2 ** 31)
      return number
    },
    nextTop: () =>
      (db.prepare<[], number>('SELECT max(stack_top) FROM photos WHERE stack_top > 0').pluck().get() ?? 0) + 1,
  }
}

/** Returns the photos whose stack changed. */
function arrangeAround(db: Db, ids: readonly number[]): number[] {
  const findFrames = createFrameFinder(db)
  const stackOf = db.prepare<[number], number>('SELECT auto_stack FROM photos WHERE id = ?').pluck()
  const mates = db.prepare<[number], number>('SELECT id FROM photos WHERE auto_stack = ? AND auto_stack <> 0').pluck()
  const put = db.prepare<[number, number]>('UPDATE photos SET auto_stack = ? WHERE id = ?')
  const seen = new Set<number>()
  const moved = new Set<number>()
  // Former stack members stay without a photo whose time changed.
  for (const id of ids.flatMap((each) => [each, ...mates.all(stackOf.get(each) ?? 0)])) {
    if (seen.has(id)) continue
    const found = findFrames(id)
    const numbers = numbersOf(found)
    for (const each of found.length > 0 ? found.map((frame) => frame.id) : [id]) {
      seen.add(each)
      const number = numbers.get(each) ?? 0
      if (stackOf.get(each) === number) continue
      put.run(number, each)
      moved.add(each)
    }
  }
  db.prepare('UPDATE photos SET needs_stack = 0 WHERE needs_stack = 1 AND id IN (SELECT value FROM json_each(?))').run(
    JSON.stringify([...seen]),
  )
  return [...moved]
}

/**
 * The number of the stack of each photo in one: minus the lowest id, which no other stack has. Panoramas come first,
 * since two of their frames may look similar; their photos count as taken for the other stacks.
 */
function numbersOf(frames: readonly KnownFrame[]): Map<number, number> {
  const panoramas = findPanoramas(frames.toSorted(isBefore))
  const inPanorama = new Set(panoramas.flat())
  const others = frames.map((frame) => (inPanorama.has(frame.id) ? { ...frame, person: 'taken' as const } : frame))
  const appearances = new Map(frames.map(({ id, appearance }) => [id, appearance]))
  const groups: FrameGroup[] = groupFrames(others, (a, b) => areAlike(appearances.get(a.id)!, appearances.get(b.id)!))
  return new Map(
    [...panoramas, ...groups.map(({ ids }) => ids)].flatMap((ids) =>
      ids.map((id): [number, number] => [id, -Math.min(...ids)]),
    ),
  )
}

/** The description of a stack with these shown frames; `all` are its frames, including hidden ones. */
function viewStack(
  stack: number,
  frames: readonly StackFrame[],
  all: readonly StackFrame[],
  taste: Taste | null,
): StackView {
  const kind = kindOf(all)
  return {
    stack,
    frames: frames.map(({ id }) => id),
    chosen: chosenOf(frames)?.id ?? null,
    set: kind === 'burst' || kind === 'unknown' || kind === 'views' ? null : kind,
    isWaiting: frames.some(
      ({ isPending, isRejected, measured }) =>
        isPending && !isRejected && (kind === 'unknown' || (kind === 'burst' && measured === null)),
    ),
    suggested: kind === 'burst' ? suggestFrame(frames, taste) : null,
  }
}

/** What is left to decide of a stack with these shown frames; `all` are its frames, including hidden ones. */
function reviewStack(
  stack: number,
  shown: readonly StackFrame[],
  all: readonly StackFrame[],
  taste: Taste | null,
): ReviewedStack {
  const kind = kindOf(all)
  if (kind !== 'burst') return kind === 'unknown' ? 'waiting' : 'set'
  const frames = shown.filter(({ isRejected }) => !isRejected)
  if (frames.length < 2 || chosenOf(shown) !== undefined) return 'decided'
  const found = findBestFrames(frames, taste)
  if (found === null) return 'waiting'
  const { lead, ...best } = found
  return { burst: { stack, frames: frames.map(({ id }) => id), ...best }, lead }
}

/** What the frames of a stack, including hidden ones, form. */
function kindOf(frames: readonly StackFrame[]): StackKind {
  if (areBracket(frames)) return 'bracket'
  const byTime = frames.toSorted((a, b) => a.takenMs - b.takenMs || a.id - b.id)
  const free = byTime.map((frame) => ({ ...frame, person: 'free' as const }))
  if (arePanorama(free)) return 'panorama'
  const isFocusStack = areFocusStack(byTime)
  if (isFocusStack === null) return 'unknown'
  if (isFocusStack) return 'focus-stack'
  return mayBeTurned(free) ? 'views' : 'burst'
}

/** As in lists of folded stacks: the latest top photo, else the first picked one. */
function chosenOf(frames: readonly StackFrame[]): StackFrame | undefined {
  const top = frames.filter(({ top: number }) => number > 0).toSorted((a, b) => b.top - a.top)[0]
  return top ?? frames.find(({ isPicked }) => isPicked)
}
