import { readText } from '../../../catalog/codecs/kept-text.ts'
import { foreign } from '../../../../contract/sentences/say.ts'
import type { Text } from '../../../../contract/sentences/text.ts'
import type { FieldConflict } from '../../plan/merge-work.ts'
import type { Context } from '../../../catalog/context/context.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { NEVER_MS } from './enqueue-writes.ts'
import { readWritten } from './target-state.ts'
import type { Conflict, WriteCounts, WriteTarget } from './write-types.ts'

type Row = {
  photo_id: number
  target: WriteTarget
  field: FieldConflict['field']
  ours: string
  theirs: string
  found_ms: number
}

/** Replaces the conflicts of a photo and a target; an existing one keeps its time. */
export function putConflicts(
  { db, now }: Context,
  photoId: number,
  target: WriteTarget,
  conflicts: readonly FieldConflict[],
): void {
  db.prepare(
    `DELETE FROM metadata_conflicts WHERE photo_id = @photoId AND target = @target
       AND field NOT IN (SELECT value FROM json_each(@fields))`,
  ).run({ photoId, target, fields: JSON.stringify(conflicts.map(({ field }) => field)) })
  const put = db.prepare(
    `INSERT INTO metadata_conflicts (photo_id, target, field, ours, theirs, found_ms)
     VALUES (@photoId, @target, @field, @ours, @theirs, @foundMs)
     ON CONFLICT DO UPDATE SET ours = excluded.ours, theirs = excluded.theirs`,
  )
  for (const { field, ours, theirs } of conflicts)
    put.run({ photoId, target, field, ours: JSON.stringify(ours), theirs: JSON.stringify(theirs), foundMs: now() })
}

/** Fields that wait for a decision, the oldest first. */
export const listConflicts = (db: Db, limit: number): Conflict[] =>
  db
    .prepare<[number], Row>('SELECT * FROM metadata_conflicts ORDER BY found_ms, photo_id, field LIMIT ?')
    .all(limit)
    .map(toConflict)

/** The conflict of a field, or undefined. */
export function findConflict(db: Db, photoId: number, field: string): Conflict | undefined {
  const row = db
    .prepare<[number, string], Row>('SELECT * FROM metadata_conflicts WHERE photo_id = ? AND field = ? ORDER BY target')
    .get(photoId, field)
  return row && toConflict(row)
}

const toConflict = (row: Row): Conflict => ({
  photoId: row.photo_id,
  target: row.target,
  field: row.field,
  ours: JSON.parse(row.ours) as Conflict['ours'],
  theirs: JSON.parse(row.theirs) as Conflict['theirs'],
  foundMs: row.found_ms,
})

/** The person's value will replace the other program's: that one counts as the last common state. */
export function settleConflict({ db }: Context, { photoId, target, field, theirs }: Conflict): void {
  const { written } = readWritten(db, photoId, target)
  if (field === 'keywords') {
    written.added = []
    written.removed = []
  } else {
    const before = written.values[field]?.before ?? (theirs as string | number | null)
    written.values[field] = { written: theirs as string | number | null, before }
  }
  db.prepare(
    `INSERT INTO metadata_written (photo_id, target, hash, written) VALUES (@photoId, @target, '', @written)
     ON CONFLICT DO UPDATE SET written = excluded.written`,
  ).run({ photoId, target, written: JSON.stringify(written) })
  db.prepare('DELETE FROM metadata_conflicts WHERE photo_id = ? AND target = ? AND field = ?').run(
    photoId,
    target,
    field,
  )
}

/** The number of waiting and of failed photos, and of fields in conflict. */
export const countWrites = (db: Db): WriteCounts =>
  db
    .prepare<[number], WriteCounts>(
      `SELECT (SELECT count(*) FROM metadata_writes) AS pending,
         (SELECT count(*) FROM metadata_writes WHERE due_ms = ?) AS failed,
         (SELECT count(*) FROM metadata_conflicts) AS conflicts`,
    )
    .get(NEVER_MS)!

/** Photos whose last attempt failed, including those that wait for the next one. */
export const listFailures = (db: Db, limit: number): { photoId: number; reason: Text }[] =>
  db
    .prepare<[number], { photoId: number; reason: string }>(
      "SELECT photo_id AS photoId, failure AS reason FROM metadata_writes WHERE failure <> '' ORDER BY photo_id LIMIT ?",
    )
    .all(limit)
    .map(({ photoId, reason }) => ({ photoId, reason: readText(reason) ?? foreign(reason) }))
