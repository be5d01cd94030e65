import { join } from 'node:path'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { IS_IN_LIBRARY } from '../../../folders/rows/absent-roots.ts'

/** A file of a photo to be moved or renamed, as the catalogue has it. */
export type MovableFile = {
  fileId: number
  folderId: number
  /** Absolute path of its folder. */
  folder: string
  name: string
  bytes: number
  modifiedMs: number
  /** A copy of the same bytes, found at another place. */
  isCopy: boolean
  isMain: boolean
  /** Its watched folder cannot be reached. */
  isAway: boolean
}

/** A photo with its files and the values for names. */
export type MovablePhoto = {
  photoId: number
  files: MovableFile[]
  /** Wall-clock time `YYYY-MM-DDTHH:MM:SS`; null if unknown. */
  takenAt: string | null
  rating: number
  camera: string
  title: string
  /** Name of its file before the first renaming. */
  original: string
}

type Row = {
  photoId: number
  takenAt: string | null
  rating: number
  camera: string
  title: string
  original: string | null
  fileId: number
  folderId: number
  root: string
  relativePath: string
  name: string
  bytes: number
  modifiedMs: number
  isCopy: number
  isMain: number
  isAvailable: number
}

/** Photos read at once: some milliseconds. */
const PAGE = 2000

const SELECT = `SELECT p.id AS photoId, p.taken_at AS takenAt, p.rating, coalesce(c.name, '') AS camera,
    coalesce(t.title, m.data ->> '$.title', '') AS title, o.name AS original,
    f.id AS fileId, f.folder_id AS folderId, r.path AS root, d.relative_path AS relativePath, f.name, f.bytes,
    f.modified_ms AS modifiedMs, f.is_copy AS isCopy, f.is_main AS isMain, r.is_available AS isAvailable
  FROM json_each(?) wanted CROSS JOIN photos p ON p.id = wanted.value
    JOIN files f ON f.photo_id = p.id AND f.is_missing = 0
    JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id AND r.removed_ms IS NULL
    LEFT JOIN equipment c ON c.id = p.camera LEFT JOIN metadata m ON m.photo_id = p.id
    LEFT JOIN person_texts t ON t.photo_id = p.id LEFT JOIN original_names o ON o.photo_id = p.id
  WHERE ${IS_IN_LIBRARY} ORDER BY wanted.key, f.is_main DESC, f.id`

/** Photos in the given order of ids, each with its present files; those without one are left out. */
export function* movablePhotos(db: Db, ids: readonly number[]): Generator<MovablePhoto[]> {
  const select = db.prepare<[string], Row>(SELECT)
  for (let at = 0; at < ids.length; at += PAGE) {
    const rows = select.all(JSON.stringify(ids.slice(at, at + PAGE)))
    yield [...Map.groupBy(rows, ({ photoId }) => photoId).values()].map(toPhoto)
  }
}

function toPhoto(rows: readonly Row[]): MovablePhoto {
  const { photoId, takenAt, rating, camera, title, original, name } = rows[0]!
  return { photoId, takenAt, rating, camera, title, original: original ?? name, files: rows.map(toFile) }
}

const toFile = (row: Row): MovableFile => ({
  fileId: row.fileId,
  folderId: row.folderId,
  folder: join(row.root, ...row.relativePath.split('/')),
  name: row.name,
  bytes: row.bytes,
  modifiedMs: row.modifiedMs,
  isCopy: row.isCopy === 1,
  isMain: row.isMain === 1,
  isAway: row.isAvailable === 0,
})
