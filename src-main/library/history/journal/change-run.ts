import { PieceSize } from '../../../base/sqlite/piece-size.ts'

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
