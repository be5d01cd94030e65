import type { Db } from '../../../base/sqlite/connect.ts'
import { chooseMain } from '../../pairs/rows/choose-main.ts'
import type { FileDependencies } from './file-dependencies.ts'

/**
 * Marks files as missing from their places, though their root is there. A photo with several files gets another main
 * file. Returns their photos.
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
 * Sets since when a file is missing, or null for a present one. A photo is missing when all its files are. Returns the
 * photo, or nothing for an unknown file.
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
