import type { Context } from '../../../catalog/context/context.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { HAS_FILE_WORK } from '../../../catalog/context/has-work.ts'
import { putRest, remainderOf, writingOf } from './chosen-writing.ts'

/** Consecutive changes of a photo within this time are written together. */
const QUIET_MS = 1500

/** A write that is not tried again automatically. */
export const NEVER_MS = Number.MAX_SAFE_INTEGER

const ADD = `ON CONFLICT (photo_id) DO UPDATE SET revision = revision + 1, due_ms = excluded.due_ms, attempts = 0, failure = '',
  is_taken_back = excluded.is_taken_back`

/**
 * Notes that the work on photos changed, in the transaction of the change: it is written in the background. Does
 * nothing while writing is off.
 */
export function enqueueWrites({ db, now }: Pick<Context, 'db' | 'now'>, ids: readonly number[]): void {
  if (ids.length === 0 || writingOf(db) === 'off') return
  db.prepare(
    `INSERT INTO metadata_writes (photo_id, due_ms)
     SELECT p.id, @dueMs FROM json_each(@ids) j JOIN photos p ON p.id = j.value WHERE true ${ADD}`,
  ).run({ ids: JSON.stringify(ids), dueMs: now() + QUIET_MS })
}

/** Compares the work on photos with their sidecars now. */
export const enqueueNow = ({ db, now }: Pick<Context, 'db' | 'now'>, ids: readonly number[]): void =>
  void db
    .prepare(
      `INSERT INTO metadata_writes (photo_id, due_ms)
       SELECT p.id, @dueMs FROM json_each(@ids) j JOIN photos p ON p.id = j.value WHERE true ${ADD}`,
    )
    .run({ ids: JSON.stringify(ids), dueMs: now() })

/** The same for a person's change of any subject. */
export function enqueueChange(
  context: Pick<Context, 'db' | 'now'>,
  kind: { subject: string; isRemoval?: boolean; isDiscreet?: boolean; isUnwritten?: boolean },
  ids: readonly number[],
): void {
  const isWritten = kind.subject === 'photos' && !kind.isRemoval && !kind.isDiscreet && !kind.isUnwritten
  if (isWritten) enqueueWrites(context, ids)
}

/** Notes some of the photos affected by a choice: those with work or written targets. False if none is left. */
export function enqueueRest({ db, now }: Pick<Context, 'db' | 'now'>, limit: number): boolean {
  const rest = remainderOf(db)
  if (rest === null) return false
  const ids = db
    .prepare<[{ afterId: number; limit: number }], number>(rest.isNamed ? NAMED : WORKED)
    .pluck()
    .all({ afterId: rest.afterId, limit })
  db.prepare(
    `INSERT INTO metadata_writes (photo_id, due_ms, is_taken_back) SELECT value, @dueMs, @isTakenBack
     FROM json_each(@ids) WHERE true ${ADD}`,
  ).run({ ids: JSON.stringify(ids), dueMs: now(), isTakenBack: rest.isTakenBack ? 1 : 0 })
  putRest(db, ids.length < limit ? null : { ...rest, afterId: ids.at(-1)! })
  return true
}

const WORKED = `SELECT id FROM photos WHERE id > @afterId AND (${HAS_FILE_WORK}
    OR EXISTS (SELECT 1 FROM metadata_written w WHERE w.photo_id = photos.id)) ORDER BY id LIMIT @limit`

const NAMED = `SELECT DISTINCT photo_id FROM person_faces WHERE photo_id > @afterId ORDER BY photo_id LIMIT @limit`

/** Whether the history contains any change of photos. */
export const hasWork = (db: Db): boolean => db.prepare('SELECT 1 FROM changes LIMIT 1').get() !== undefined

/** Tries failed and waiting writes again at once. */
export function retryWrites(db: Db, nowMs: number): void {
  db.prepare("UPDATE metadata_writes SET due_ms = @nowMs, attempts = 0, failure = '' WHERE due_ms > @nowMs").run({
    nowMs,
  })
}
