import type { Db } from '../../../base/sqlite/connect.ts'
import { arePair, pairKindOf, stemOf } from '../kinds/pair-kind.ts'

type Half = { folderId: number; name: string; modifiedMs: number }
type Row = { photoId: number; name: string; modifiedMs: number }

/** The photo in the same folder that a file is the other half of; null if there is none. */
export function findPartner(db: Db, file: Half, exceptPhotoId = 0): number | null {
  if (pairKindOf(file.name) === null) return null
  const stem = stemOf(file.name)
  // "/" is the character after the dot, so this reads the stem itself and the names that begin with it and a dot.
  const rows = db
    .prepare<[number, string, string, number], Row>(
      `SELECT photo_id AS photoId, name, modified_ms AS modifiedMs FROM files
       WHERE folder_id = ? AND name >= ? AND name < ? AND is_missing = 0 AND photo_id <> ?`,
    )
    .all(file.folderId, stem, `${stem}/`, exceptPhotoId)
  const byPhoto = Map.groupBy(rows, ({ photoId }) => photoId)
  for (const [photoId, files] of byPhoto) {
    const isTaken = files.some(({ name }) => pairKindOf(name) === pairKindOf(file.name))
    if (!isTaken && files.some((each) => arePair(each, file))) return photoId
  }
  return null
}

/** Reads a photo's files again: the picture added to a RAW file may contain a film. */
export const readForFilm = (db: Db, photoId: number): void =>
  void db.prepare('UPDATE photos SET needs_metadata = 1 WHERE id = ?').run(photoId)
