import { PieceSize } from '../../../base/sqlite/piece-size.ts'

/**
 * A change, an undo or a redo under way. It goes in pieces of some hundred photos or more, each in one transaction; the
 * last one is on the disk when its step returns.
 */
export type ChangeRun = {
  /** Does the next piece. */
  step(): void
  readonly isDone: boolean
  /** Whether it changes words that photos are found by. */
  readonly isText: boolean
  /** What is done so far. */
  readonly result: ChangeOutcome
}

export type ChangeOutcome = {
  /** The line of the journal; null where nothing was changed or there is nothing to undo. */
  changeId: number | null
  /** What was changed, or put back. */
  ids: number[]
  /** How many an undo or redo left alone, since they were changed again meanwhile. */
  kept: number
}

/**
 * How many photos the next transaction changes: some hundredths of a second, after which the search index follows and
 * windows ask. Words cost several times as much as values.
 */
export const createPieceSize = ({ isText }: { isText: boolean }): PieceSize =>
  new PieceSize({ first: isText ? 200 : 1000, least: 50, most: 2000, targetMs: 20 })

/** A part of a change costs some time of its own, and then as much as it has photos. */
export const costOf = (photos: number): number => photos + PART_COST
const PART_COST = 30
