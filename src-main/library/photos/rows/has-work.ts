import type { Db } from '../../../base/sqlite/connect.ts'

/** Whether a photo has work of a person that would be missed. */
export const hasWork = (db: Db, photoId: number): boolean =>
  db
    .prepare<[{ photoId: number }]>(
      `SELECT 1 FROM photos WHERE id = @photoId AND (is_rated = 1 OR is_labelled = 1 OR is_picked = 1 OR is_judged = 1 OR is_dated = 1 OR is_oriented = 1 OR is_located = 1 OR is_private = 1
         OR person_stack IS NOT NULL OR stack_top > 0
         OR EXISTS (SELECT 1 FROM person_faces WHERE photo_id = @photoId)
         OR EXISTS (SELECT 1 FROM person_texts WHERE photo_id = @photoId)
         OR EXISTS (SELECT 1 FROM person_tags WHERE photo_id = @photoId)
         OR EXISTS (SELECT 1 FROM removed_tags WHERE photo_id = @photoId)
         OR EXISTS (SELECT 1 FROM album_photos WHERE photo_id = @photoId)
         OR EXISTS (SELECT 1 FROM taught_examples WHERE photo_id = @photoId))`,
    )
    .get({ photoId }) !== undefined
