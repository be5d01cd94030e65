import type { Db } from '../../../../base/sqlite/connect.ts'

/** The orientation if the person gave none, as SQL over `photos`. */
const OF_FILE = `coalesce((SELECT m.data ->> '$.orientation' FROM metadata m WHERE m.photo_id = photos.id), 1)`
const GIVEN = `coalesce(@state, ${OF_FILE})`
/** Whether width and height are swapped. */
const SWAPS = `(orientation >= 5) <> (${GIVEN} >= 5)`

const WRITE = `UPDATE photos SET width = CASE WHEN ${SWAPS} THEN height ELSE width END,
    height = CASE WHEN ${SWAPS} THEN width ELSE height END, orientation = ${GIVEN}, is_oriented = @state IS NOT NULL
  WHERE id IN (SELECT value FROM json_each(@ids))`

/** Sets a person's orientation of photos, 1 to 8; null restores that of the file or its sidecar. */
export function writeOrientation(db: Db, ids: readonly number[], state: number | null): void {
  db.prepare(WRITE).run({ state, ids: JSON.stringify(ids) })
}

/** Another program changed the orientation in a photo's file, which counts again. */
export function adoptOrientation(db: Db, photoId: number, orientation: number): void {
  writeOrientation(db, [photoId], orientation)
  db.prepare('UPDATE photos SET is_oriented = 0 WHERE id = ?').run(photoId)
}
