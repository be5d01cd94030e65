import { insertPhoto } from '../photos/photo-rows.ts'
import type { PairDependencies } from './choose-main.ts'
import { pairKindOf } from './pair-kind.ts'

type Row = { id: number; folderId: number; modifiedMs: number; isMissing: number }

/**
 * Makes a photo of each further file that a camera wrote; what a person did stays with the one that stood for them.
 * Returns the photos that are touched.
 */
export function splitPairs(context: PairDependencies, photoId: number): number[] {
  const others = context.db
    .prepare<[number], { id: number; name: string }>(
      'SELECT id, name FROM files WHERE photo_id = ? AND is_main = 0 AND is_copy = 0',
    )
    .all(photoId)
  const halves = others.filter(({ name }) => pairKindOf(name) !== null).map(({ id }) => id)
  return splitFiles(context, photoId, halves)
}

/** Makes a photo of each of some files of a photo. Returns the photos that are touched. */
export function splitFiles(
  { db, steps, fullText, now }: PairDependencies,
  photoId: number,
  fileIds: readonly number[],
): number[] {
  const others = db
    .prepare<[string], Row>(
      `SELECT id, folder_id AS folderId, modified_ms AS modifiedMs, is_missing AS isMissing FROM files
       WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(fileIds))
  if (others.length === 0) return []
  const added = others.map((file) => {
    const id = insertPhoto({ db, steps, now }, file)
    db.prepare('UPDATE files SET photo_id = ?, is_main = 1, is_copy = 0 WHERE id = ?').run(id, file.id)
    fullText.put(id)
    return id
  })
  return [photoId, ...added]
}
