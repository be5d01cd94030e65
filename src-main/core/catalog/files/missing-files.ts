import type { Db } from '../../../sqlite/connect.ts'
import type { Context } from '../context/context.ts'

/** The files are not found where they were, though their root is there. Returns their photos. */
export function markMissing(
  { db, write, changed, now }: Pick<Context, 'db' | 'write' | 'changed' | 'now'>,
  fileIds: readonly number[],
): number[] {
  const ids = write(() => fileIds.flatMap((id) => setMissing(db, id, now())))
  changed.photos(ids)
  return ids
}

/**
 * Says since when a file is missing, or null that it is there. A photo is missing when all its files are. Returns the
 * photo, or nothing for a file that is not known.
 */
export function setMissing(db: Db, fileId: number, sinceMs: number | null): number[] {
  const photoId = db
    .prepare<[number, number | null, number], number>(
      'UPDATE files SET is_missing = ?, missing_ms = ? WHERE id = ? RETURNING photo_id',
    )
    .pluck()
    .get(sinceMs === null ? 0 : 1, sinceMs, fileId)
  if (photoId === undefined) return []
  db.prepare(
    'UPDATE photos SET is_missing = (SELECT min(is_missing) FROM files WHERE photo_id = photos.id) WHERE id = ?',
  ).run(photoId)
  return [photoId]
}
