import { PieceSize } from '../../../base/sqlite/piece-size.ts'
import { type Change, kindOf } from './change-kinds.ts'
import type { ChangeContext, Group } from '../kinds/change-kind.ts'
import { enqueueChange } from '../../metadata/write/rows/enqueue-writes.ts'

/**
 * A running change, undo or redo. It proceeds in pieces of some hundred photos or more, each in one transaction; the
 * last one is on the disk when its step returns.
 */
export type ChangeRun = {
  /** Does the next piece. */
  step(): void
  readonly isDone: boolean
  /** Whether it changes words that find photos. */
  readonly isText: boolean
  /** The result so far. */
  readonly result: ChangeOutcome
}

export type ChangeOutcome = {
  /** The entry of the journal; null if nothing was changed or there is nothing to undo. */
  changeId: number | null
  /** The changed or restored subjects. */
  ids: number[]
  /** The number that an undo or redo left unchanged, since they were changed again in the meantime. */
  kept: number
}

/**
 * The number of photos that the next transaction changes: some hundredths of a second, after which the search index
 * follows and windows are served. Words cost several times as much as values.
 */
export const createPieceSize = ({ isText }: { isText: boolean }): PieceSize =>
  new PieceSize({ first: isText ? 200 : 1000, least: 50, most: 2000, targetMs: 20 })

/** A part of a change has a fixed cost, plus the number of its photos. */
export const costOf = (photos: number): number => photos + PART_COST
const PART_COST = 30

/** Photos that changes name beside their ids, for the journal; nothing if they name none. */
export function namedBy(changes: readonly Change[]): { named?: number[] } {
  const named = changes.flatMap((change) => kindOf(change.kind).namedPhotos?.(change) ?? [])
  return named.length === 0 ? {} : { named: [...new Set(named)] }
}

/** Notifies the search index, after the commit, of what a change touched. */
export function tellIndex(context: ChangeContext, change: Change, ids: readonly number[]): void {
  if (ids.length === 0) return
  const { changed } = context
  const { subject, isText, tell } = kindOf(change.kind)
  if (tell !== undefined) tell(context, change, ids)
  else if (subject === 'photos') changed.photos(ids)
  else if (subject === 'folders') changed.roots()
  if (isText) changed.text()
}

/**
 * Applies a change to some thousand subjects, in a transaction of the caller. Returns the altered ones, by their former
 * state and in ascending order.
 */
export function applyChange(
  context: ChangeContext,
  change: Change,
  subjects: readonly number[],
): { groups: Group[]; ids: number[] } {
  const kind = kindOf(change.kind)
  const chosen = kind.choose?.(context, change, subjects) ?? subjects
  const given = kind.given(context, change)
  const isAltered = ({ state, ids }: Group) => ids.length > 0 && JSON.stringify(state) !== JSON.stringify(given)
  const groups = kind.read(context, change, chosen).filter(isAltered)
  const ids = groups.flatMap((group) => group.ids).sort((a, b) => a - b)
  if (ids.length > 0) {
    kind.write(context, change, ids, given)
    enqueueChange(context, kind, ids)
  }
  return { groups, ids }
}
