import type { Db } from '../../../base/sqlite/connect.ts'
import { chooseMain } from '../../pairs/rows/choose-main.ts'
import type { FileDependencies } from './file-dependencies.ts'

/**
 * The files are not found where they were, though their root is there. Of a photo of several files another one stands
 * for it then. Returns their photos.
 */
export function markMissing(context: FileDependencies, fileIds: readonly number[]): number[] {
  const { db, write, changed, now } = context
  const ids = write(() => {
    const touched = fileIds.flatMap((id) => setMissing(db, id, now()))
    for (const id of touched) chooseMain(context, id)
    return touched
  })
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
