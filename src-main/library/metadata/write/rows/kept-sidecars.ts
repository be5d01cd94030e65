import { join } from 'node:path'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { createPathOf } from '../../../folders/rows/create-path-of.ts'

/** The two ways in which programs name a photo's sidecar. */
export type SidecarForm = 'name.ext.xmp' | 'name.xmp'

/** A sidecar from a photo's former place. */
export type KeptSidecar = { photoId: number; form: SidecarForm; hash: string; content: Buffer }

/** One whose photo can be reached, with the photo's file as last seen. */
export type DueSidecar = KeptSidecar & {
  attempts: number
  rootId: number
  path: string
  fileKey: string | null
  bytes: number
  modifiedMs: number
}

/** Keeps sidecars until they are beside their photos. */
export function keepSidecars(db: Db, sidecars: readonly KeptSidecar[], dueMs: number): void {
  const insert = db.prepare(
    `INSERT INTO kept_sidecars (photo_id, form, hash, content, due_ms) SELECT @photoId, @form, @hash, @content, @dueMs
     WHERE EXISTS (SELECT 1 FROM photos WHERE id = @photoId) ON CONFLICT (photo_id, form)
       DO UPDATE SET hash = excluded.hash, content = excluded.content, due_ms = excluded.due_ms, attempts = 0`,
  )
  for (const sidecar of sidecars) insert.run({ ...sidecar, dueMs })
}

type Row = Omit<DueSidecar, 'path'> & { folderId: number; name: string }

/** Kept sidecars of reachable photos, without some roots; optionally of one photo. */
export function listKept(db: Db, nowMs: number, limit: number, heldRoots: readonly number[]): DueSidecar[] {
  const pathOf = createPathOf({ db })
  return db
    .prepare<[object], Row>(
      `SELECT k.photo_id AS photoId, k.form, k.hash, k.content, k.attempts, d.root_id AS rootId,
         f.folder_id AS folderId, f.name, f.file_key AS fileKey, f.bytes, f.modified_ms AS modifiedMs
       FROM kept_sidecars k JOIN photos p ON p.id = k.photo_id JOIN files f ON f.photo_id = p.id AND f.is_main = 1
         JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id
       WHERE k.due_ms <= @nowMs AND p.is_missing = 0 AND p.removed_ms IS NULL
         AND r.is_available = 1 AND r.removed_ms IS NULL
         AND d.root_id NOT IN (SELECT value FROM json_each(@held)) ORDER BY k.due_ms LIMIT @limit`,
    )
    .all({ nowMs, limit, held: JSON.stringify(heldRoots) })
    .map(({ folderId, name, ...row }) => ({ ...row, path: join(pathOf(folderId), name) }))
}

export const dropKept = (db: Db, { photoId, form }: Pick<KeptSidecar, 'photoId' | 'form'>): void =>
  void db.prepare('DELETE FROM kept_sidecars WHERE photo_id = ? AND form = ?').run(photoId, form)

/** Tries again at a moment. */
export const postponeKept = (db: Db, { photoId, form }: Pick<KeptSidecar, 'photoId' | 'form'>, dueMs: number): void =>
  void db
    .prepare('UPDATE kept_sidecars SET due_ms = ?, attempts = attempts + 1 WHERE photo_id = ? AND form = ?')
    .run(dueMs, photoId, form)
