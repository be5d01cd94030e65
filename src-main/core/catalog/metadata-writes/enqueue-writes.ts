import type { MetadataWriting } from '../../../contract/library/settings.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../../../sqlite/connect.ts'

/** Changes of a photo that follow each other within this time are written together. */
const QUIET_MS = 1500

/** A write that is not tried again by itself. */
export const NEVER_MS = Number.MAX_SAFE_INTEGER

const ADD = `ON CONFLICT (photo_id) DO UPDATE SET revision = revision + 1, due_ms = excluded.due_ms, attempts = 0, failure = ''`

/** Where a person's work is written, as they chose. */
export const writingOf = (db: Db): MetadataWriting =>
  JSON.parse(
    db.prepare<[], string>("SELECT value FROM settings WHERE key = 'metadataWriting'").pluck().get() ?? '"off"',
  ) as MetadataWriting

/**
 * Notes that the work on photos changed, in the transaction of the change: they are written in the background. Nothing
 * while the person has nothing written.
 */
export function enqueueWrites({ db, now }: Pick<Context, 'db' | 'now'>, ids: readonly number[]): void {
  if (ids.length === 0 || writingOf(db) === 'off') return
  db.prepare(
    `INSERT INTO metadata_writes (photo_id, due_ms)
     SELECT p.id, @dueMs FROM json_each(@ids) j JOIN photos p ON p.id = j.value WHERE true ${ADD}`,
  ).run({ ids: JSON.stringify(ids), dueMs: now() + QUIET_MS })
}

/** The same for a change of a person's, whatever it is about. */
export function enqueueChange(
  context: Pick<Context, 'db' | 'now'>,
  kind: { subject: string; isRemoval?: boolean },
  ids: readonly number[],
): void {
  if (kind.subject === 'photos' && !kind.isRemoval) enqueueWrites(context, ids)
}

/**
 * Notes every photo above an id that a person worked on or that was written to, at most `limit`; returns the last id,
 * or null at the end.
 */
export function enqueueWorked({ db, now }: Pick<Context, 'db' | 'now'>, afterId: number, limit: number): number | null {
  const ids = db
    .prepare<[{ afterId: number; limit: number }], number>(
      `SELECT id FROM photos WHERE id > @afterId AND (is_rated = 1 OR is_labelled = 1 OR is_picked = 1
         OR EXISTS (SELECT 1 FROM person_tags t WHERE t.photo_id = photos.id)
         OR EXISTS (SELECT 1 FROM removed_tags t WHERE t.photo_id = photos.id)
         OR EXISTS (SELECT 1 FROM person_texts v WHERE v.photo_id = photos.id)
         OR EXISTS (SELECT 1 FROM metadata_written w WHERE w.photo_id = photos.id)) ORDER BY id LIMIT @limit`,
    )
    .pluck()
    .all({ afterId, limit })
  db.prepare(
    `INSERT INTO metadata_writes (photo_id, due_ms) SELECT value, @dueMs FROM json_each(@ids) WHERE true ${ADD}`,
  ).run({ ids: JSON.stringify(ids), dueMs: now() })
  return ids.length < limit ? null : ids.at(-1)!
}

/** Whether the history holds anything that a person did to photos. */
export const hasWork = (db: Db): boolean => db.prepare('SELECT 1 FROM changes LIMIT 1').get() !== undefined

/** Tries again at once what failed or waits. */
export function retryWrites(db: Db, nowMs: number): void {
  db.prepare("UPDATE metadata_writes SET due_ms = @nowMs, attempts = 0, failure = '' WHERE due_ms > @nowMs").run({
    nowMs,
  })
}
