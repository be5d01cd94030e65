import type { Context } from '../../catalog/context/context.ts'
import { toWallClockMs } from '../../metadata/rows/wall-clock.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'

type PhotoFile = { folderId: number; modifiedMs: number; isMissing?: number }

/** Adds a photo for a file of which nothing is known yet; returns its id. */
export function insertPhoto(
  { db, steps, now }: Pick<Context, 'db' | 'now'> & { steps: Steps },
  { folderId, modifiedMs, isMissing = 0 }: PhotoFile,
): number {
  const { id: setId, pending, later } = steps.intern({})
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO photos (added_ms, fallback_ms, step_set, pending, later, is_missing, root_id)
       VALUES (?, ?, ?, ?, ?, ?, (SELECT root_id FROM folders WHERE id = ?))`,
    )
    .run(now(), toWallClockMs(modifiedMs), setId, pending, later, isMissing, folderId)
  return Number(lastInsertRowid)
}

/**
 * Makes all data of a photo's file pending again; the person's work stays. `modifiedMs` is the file's time, in
 * milliseconds since 1970, if it changed.
 */
export function readAgain(
  { db, steps }: Pick<Context, 'db'> & { steps: Steps },
  photoId: number,
  modifiedMs: number | null = null,
): void {
  const { id: setId, pending, later } = steps.intern({})
  const fallbackMs = modifiedMs === null ? null : toWallClockMs(modifiedMs)
  db.prepare(
    `UPDATE photos SET fallback_ms = coalesce(@fallbackMs, fallback_ms), step_set = @setId, pending = @pending,
       later = @later, needs_metadata = 1, failure = '', reason = '', crashes = 0, attempts = 0 WHERE id = @photoId`,
  ).run({ photoId, fallbackMs, setId, pending, later })
}
