import type { Db } from '../../../../base/sqlite/connect.ts'

/** What counts where the person gave no orientation, as SQL over `photos`. */
const OF_FILE = `coalesce((SELECT m.data ->> '$.orientation' FROM metadata m WHERE m.photo_id = photos.id), 1)`
const GIVEN = `coalesce(@state, ${OF_FILE})`
/** Whether width and height change places. */
const SWAPS = `(orientation >= 5) <> (${GIVEN} >= 5)`

const WRITE = `UPDATE photos SET width = CASE WHEN ${SWAPS} THEN height ELSE width END,
    height = CASE WHEN ${SWAPS} THEN width ELSE height END, orientation = ${GIVEN}, is_oriented = @state IS NOT NULL
  WHERE id IN (SELECT value FROM json_each(@ids))`

/** Gives photos an orientation of the person's, 1 to 8; null gives them back that of the file or its sidecar. */
export function writeOrientation(db: Db, ids: readonly number[], state: number | null): void {
  db.prepare(WRITE).run({ state, ids: JSON.stringify(ids) })
}

/** The orientation of a photo's file counts again, which another program changed. */
export function adoptOrientation(db: Db, photoId: number, orientation: number): void {
  writeOrientation(db, [photoId], orientation)
  db.prepare('UPDATE photos SET is_oriented = 0 WHERE id = ?').run(photoId)
}
