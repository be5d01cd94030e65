import { join } from 'node:path'
import type { Context } from '../../../catalog/context/context.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { createPathOf } from '../../../folders/rows/create-path-of.ts'
import { writingOf } from './chosen-writing.ts'
import { NEVER_MS } from './enqueue-writes.ts'
import { ownHashesOf } from './written-hashes.ts'

/** A program that renames a photo and its sidecar renames one after the other: it gets this time for both. */
const QUIET_MS = 3000

/** A former place of a photo's file that may still have its sidecars. */
export type LeftSidecar = {
  photoId: number
  folderId: number
  rootId: number
  /** Former place of the photo's file. */
  place: string
  name: string
  /** The sidecars that were read there, as `sidecarKeyOf` returns them. */
  sidecarKey: string
  /**
   * Hashes of what Lumafold wrote into the photo's sidecar last; an interruption may have come between a write and its
   * record.
   */
  ownHashes: string[]
  /** The photo's file can be reached at its present place. */
  isReachable: boolean
  /**
   * The catalogue has photos in that folder: if it is not there, it was renamed since. A scan may already have marked
   * them as missing, and find the folder under its new name later.
   */
  hasPhotos: boolean
  attempts: number
}

type Moment = Pick<Context, 'db' | 'now'>

const WRITTEN = `SELECT 1 FROM metadata_written w WHERE w.photo_id = f.photo_id AND w.target = 'sidecar'
  UNION ALL SELECT 1 FROM metadata_versions v WHERE v.photo_id = f.photo_id AND v.target = 'sidecar'`

/** Notes that files are about to leave their places, or become those of other photos; sidecars may not follow. */
export function noteLeaving({ db, now }: Moment, fileIds: readonly number[]): void {
  const others = writingOf(db) === 'off' ? '' : "OR f.sidecar_key <> ''"
  db.prepare(
    `INSERT INTO left_sidecars (photo_id, folder_id, name, sidecar_key, due_ms)
     SELECT f.photo_id, f.folder_id, f.name, f.sidecar_key, @dueMs FROM files f
     WHERE f.id IN (SELECT value FROM json_each(@ids)) AND f.is_main = 1 AND (EXISTS (${WRITTEN}) ${others})
     ON CONFLICT (photo_id, folder_id, name) DO UPDATE SET due_ms = excluded.due_ms, attempts = 0`,
  ).run({ ids: JSON.stringify(fileIds), dueMs: now() + QUIET_MS })
}

type Arrival = { photoId: number; folderId: number; name: string }

/** Notes the new places of photos' files; prepared once for many. */
export function prepareArrivals({ db, now }: Moment): {
  note(arrival: Arrival): void
  noteNew(arrival: Arrival): void
} {
  const dueMs = now() + QUIET_MS
  const own = db.prepare(
    'DELETE FROM left_sidecars WHERE photo_id = @photoId AND folder_id = @folderId AND name = @name',
  )
  const waiting = db.prepare('UPDATE left_sidecars SET due_ms = @dueMs WHERE photo_id = @photoId')
  const kept = db.prepare('UPDATE kept_sidecars SET due_ms = @dueMs, attempts = 0 WHERE photo_id = @photoId')
  const sooner = db.prepare(
    'UPDATE left_sidecars SET due_ms = min(due_ms, @dueMs) WHERE folder_id = @folderId AND name = @name',
  )
  const former = db.prepare(
    `INSERT OR IGNORE INTO left_sidecars (photo_id, folder_id, name, sidecar_key, due_ms)
     SELECT f.photo_id, f.folder_id, f.name, f.sidecar_key, @dueMs FROM files f
     WHERE f.folder_id = @folderId AND f.name = @name AND f.is_missing = 1 AND f.is_main = 1
       AND f.photo_id <> @photoId AND EXISTS (${WRITTEN})`,
  )
  /** A sidecar of a photo whose file is gone from there does not belong to the new photo. */
  const noteNew = ({ photoId, folderId, name }: Arrival) => {
    sooner.run({ folderId, name, dueMs })
    former.run({ photoId, folderId, name, dueMs })
  }
  return {
    noteNew,
    /** A sidecar there belongs to the photo again, and one that was kept for it can be put beside it. */
    note: ({ photoId, folderId, name }) => {
      own.run({ photoId, folderId, name })
      waiting.run({ photoId, dueMs })
      kept.run({ photoId, dueMs })
      noteNew({ photoId, folderId, name })
    },
  }
}

type FolderChange = { photoId: number; former: Omit<Arrival, 'photoId'>; present: Omit<Arrival, 'photoId'> }

/**
 * A file is in another folder, which may be the same one under another name: then all sidecars came along. Beside the
 * file may still be those of another photo, and its own under a former name. If it got its name at the same moment, the
 * sidecar beside it may be that of the photo that had the name; its own one is known if Lumafold wrote it.
 */
export function noteFolderChange({ db, now }: Moment, { photoId, former, present }: FolderChange): void {
  db.prepare(
    `INSERT OR IGNORE INTO left_sidecars (photo_id, folder_id, name, sidecar_key, due_ms)
     SELECT photo_id, @folderId, @name, sidecar_key, @dueMs FROM left_sidecars
     WHERE folder_id = @formerFolderId AND photo_id <> @photoId AND (name = @formerName OR name = @name AND NOT EXISTS
       (SELECT 1 FROM files f WHERE f.photo_id = @photoId AND EXISTS (${WRITTEN})))
     UNION ALL SELECT photo_id, @folderId, name, sidecar_key, @dueMs FROM left_sidecars
     WHERE photo_id = @photoId AND folder_id = @formerFolderId AND name <> @formerName AND name <> @name`,
  ).run({
    photoId,
    folderId: present.folderId,
    name: present.name,
    formerFolderId: former.folderId,
    formerName: former.name,
    dueMs: now() + QUIET_MS,
  })
}

type Row = Pick<LeftSidecar, 'photoId' | 'folderId' | 'rootId' | 'name' | 'sidecarKey' | 'attempts'> & {
  ownHashes: string
  isReachable: number
  hasPhotos: number
}

/** Places to check now that can be reached, without some roots. */
export function listLeft(db: Db, nowMs: number, limit: number, heldRoots: readonly number[]): LeftSidecar[] {
  if (writingOf(db) === 'off') return []
  const pathOf = createPathOf({ db })
  return db
    .prepare<[object], Row>(
      `SELECT l.photo_id AS photoId, l.folder_id AS folderId, d.root_id AS rootId, l.name, l.sidecar_key AS sidecarKey,
         l.attempts,
         (SELECT json_group_array(hash) FROM (${ownHashesOf('l.photo_id')})) AS ownHashes,
         p.is_missing = 0 AND p.removed_ms IS NULL AND pr.is_available = 1 AND pr.removed_ms IS NULL AS isReachable,
         EXISTS (SELECT 1 FROM files f WHERE f.folder_id = l.folder_id) AS hasPhotos
       FROM left_sidecars l JOIN folders d ON d.id = l.folder_id JOIN roots r ON r.folder_id = d.root_id
         JOIN photos p ON p.id = l.photo_id JOIN roots pr ON pr.folder_id = p.root_id
       WHERE l.due_ms <= @nowMs AND r.is_available = 1 AND r.removed_ms IS NULL
         AND d.root_id NOT IN (SELECT value FROM json_each(@held)) ORDER BY l.due_ms LIMIT @limit`,
    )
    .all({ nowMs, limit, held: JSON.stringify(heldRoots) })
    .map(({ ownHashes, isReachable, hasPhotos, ...row }) => ({
      ...row,
      ownHashes: (JSON.parse(ownHashes) as string[]).filter((hash) => hash !== ''),
      place: join(pathOf(row.folderId), row.name),
      isReachable: isReachable === 1,
      hasPhotos: hasPhotos === 1,
    }))
}

/** The place was checked, and needs no further check. */
export const forgetLeft = (db: Db, { photoId, folderId, name }: Arrival): void =>
  void db
    .prepare('DELETE FROM left_sidecars WHERE photo_id = ? AND folder_id = ? AND name = ?')
    .run(photoId, folderId, name)

/** Checks the place again. */
export const postponeLeft = (db: Db, { photoId, folderId, name }: Arrival, dueMs: number): void =>
  void db
    .prepare(
      'UPDATE left_sidecars SET due_ms = ?, attempts = attempts + 1 WHERE photo_id = ? AND folder_id = ? AND name = ?',
    )
    .run(dueMs, photoId, folderId, name)

/** When the next place or kept sidecar is due; null if none waits for a time. */
export function nextSidecarMs(db: Db, heldRoots: readonly number[]): number | null {
  if (writingOf(db) === 'off') return null
  const due = db
    .prepare<[object], number | null>(
      `SELECT min(dueMs) FROM (
         SELECT min(l.due_ms) AS dueMs FROM left_sidecars l JOIN folders d ON d.id = l.folder_id
           JOIN roots r ON r.folder_id = d.root_id WHERE r.is_available = 1 AND r.removed_ms IS NULL
             AND d.root_id NOT IN (SELECT value FROM json_each(@held))
         UNION ALL SELECT min(k.due_ms) FROM kept_sidecars k JOIN photos p ON p.id = k.photo_id
           JOIN roots r ON r.folder_id = p.root_id WHERE k.due_ms < @never AND p.is_missing = 0 AND p.removed_ms IS NULL
             AND r.is_available = 1 AND r.removed_ms IS NULL
             AND p.root_id NOT IN (SELECT value FROM json_each(@held)))`,
    )
    .pluck()
    .get({ never: NEVER_MS, held: JSON.stringify(heldRoots) })
  return due ?? null
}

/** Checks all places now. */
export const retryLeft = (db: Db, nowMs: number): void => {
  db.prepare('UPDATE left_sidecars SET due_ms = ?, attempts = 0').run(nowMs)
  db.prepare('UPDATE kept_sidecars SET due_ms = ?, attempts = 0 WHERE due_ms < ?').run(nowMs, NEVER_MS)
}
