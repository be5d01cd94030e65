import type { Db } from '../../../base/sqlite/connect.ts'
import { decodePiece } from './piece-codec.ts'

/** A piece of a change that still counts: its number in the journal, the change as it was asked for, and its photos. */
export type KeptPiece<Change> = { id: number; change: Change; ids: number[] }

/**
 * Reads what the journal keeps of some kinds of changes, without those that are undone. Parts of changes that consist
 * of several count only if the person answered for them one by one (`isAnswered`).
 */
export type KeptMarks<Change> = {
  /** A number that changes when such a change comes or is undone. */
  version(): number
  /** At most `limit` pieces of changes after `sinceMs`, those with numbers below `before`, the newest first. */
  read(range: { sinceMs: number; before: number; limit: number }): KeptPiece<Change>[]
}

export function createKeptMarks<Change extends { kind: string }>(
  db: Db,
  kinds: readonly Change['kind'][],
): KeptMarks<Change> {
  const listed = kinds.map((kind) => `'${kind}'`).join(', ')
  const isKept = `(p.part IS NULL AND c.kind IN (${listed})
    OR p.part ->> '$.isAnswered' AND p.part ->> '$.kind' IN (${listed}))`
  const pieces = db.prepare<
    [{ sinceMs: number; before: number; limit: number }],
    { id: number; change: string; data: Buffer }
  >(`SELECT p.id, coalesce(p.part, c.change) AS change, p.data FROM change_pieces p JOIN changes c ON c.id = p.change_id
    WHERE ${isKept} AND c.undone_ms IS NULL AND p.is_undone = 0
      AND c.at_ms > @sinceMs AND p.id < @before
    ORDER BY p.id DESC LIMIT @limit`)
  const newest = db
    .prepare<[], number>(
      `SELECT coalesce(max(p.id), 0) * 4096 + count(*) % 4096 FROM change_pieces p
        JOIN changes c ON c.id = p.change_id WHERE ${isKept} AND p.is_undone = 0`,
    )
    .pluck()
  return {
    version: () => newest.get() ?? 0,
    read: (range) =>
      pieces.all(range).map(({ id, change, data }) => ({
        id,
        change: JSON.parse(change) as Change,
        ids: decodePiece(data).flatMap((group) => group.ids),
      })),
  }
}
