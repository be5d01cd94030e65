import type { Db } from '../../../base/sqlite/connect.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import { deletePhotos } from '../../folders/rows/remove-photos.ts'
import { hasWork } from '../../catalog/context/has-work.ts'
import type { FileDependencies } from './file-dependencies.ts'
import { settleFiles } from './settle-files.ts'

/** A file with a picture that others have, too; `folder` begins with its root, so that it names one place. */
export type AlikeFile = {
  fileId: number
  photoId: number
  isMissing: number
  contentHash: string
  /** When it was taken, as wall-clock time in milliseconds. */
  takenMs: number | null
  folderId: number
  folder: string
  name: string
  bytes: number
  modifiedMs: number
  changedMs: number | null
  fileKey: string | null
  device: string
  /** A person worked on its photo. */
  hasWork: boolean
}

type Row = Omit<AlikeFile, 'hasWork'>

/** More files of one picture than this are indistinguishable copies. */
const MAX_ALIKE = 8

const SELECT = `SELECT f.id AS fileId, f.photo_id AS photoId, f.is_missing AS isMissing, f.content_hash AS contentHash,
    p.taken_ms AS takenMs, f.folder_id AS folderId, d.root_id || '/' || d.relative_path AS folder, f.name, f.bytes,
    f.modified_ms AS modifiedMs, f.changed_ms AS changedMs, f.file_key AS fileKey, f.device
  FROM files f JOIN photos p ON p.id = f.photo_id AND p.removed_ms IS NULL JOIN folders d ON d.id = f.folder_id
    JOIN roots r ON r.folder_id = d.root_id AND r.is_available = 1 AND r.removed_ms IS NULL
  WHERE f.is_main = 1`

/**
 * Files with the picture of a photo, its own included. Earlier pictures of a missing file count. Absent drives
 * and removed photos are left out.
 */
export function findAlike(db: Db, photoId: number): AlikeFile[] {
  const own = `SELECT o.image_hash FROM files o WHERE o.photo_id = +@photoId AND o.is_main = 1
    UNION SELECT v.image_hash FROM files o JOIN file_versions v ON v.file_id = o.id
      WHERE o.photo_id = +@photoId AND o.is_main = 1 AND o.is_missing = 1`
  const hashes = db
    .prepare<[object], string>(own)
    .pluck()
    .all({ photoId })
    .filter((hash) => hash !== '')
  if (hashes.length === 0) return []
  const present = db.prepare<[string, number], Row>(
    `${SELECT} AND f.image_hash <> '' AND f.image_hash IN (SELECT value FROM json_each(?)) LIMIT ?`,
  )
  const former = db.prepare<[string, number], Row>(
    `${SELECT} AND f.is_missing = 1 AND f.id IN (SELECT file_id FROM file_versions
       WHERE image_hash <> '' AND image_hash IN (SELECT value FROM json_each(?))) LIMIT ?`,
  )
  const rows = [present, former].flatMap((each) => each.all(JSON.stringify(hashes), MAX_ALIKE))
  const files = [...new Map(rows.map((row) => [row.fileId, row])).values()]
  return files.map((row) => ({ ...row, hasWork: hasWork(db, row.photoId) }))
}

/** Whether a file of this size waits for its analysis, so that its picture is unknown. */
export const isPictureUnknown = (db: Db, bytes: number): boolean =>
  db
    .prepare<[number]>(
      `SELECT 1 FROM files f JOIN photos p ON p.id = f.photo_id AND p.status = ${photoStatus.number.pending}
       WHERE f.bytes = ? AND f.is_missing = 0 AND f.image_hash = '' LIMIT 1`,
    )
    .get(bytes) !== undefined

/**
 * Photos whose file has been missing since a moment, or any time before if none is given. The `+` makes SQLite use the
 * index of missing files instead of that of all main files.
 */
export const missingSince = (db: Db, sinceMs: number): number[] =>
  db
    .prepare<[number], number>(
      'SELECT photo_id FROM files WHERE is_missing = 1 AND +is_main = 1 AND coalesce(missing_ms, 0) >= ?',
    )
    .pluck()
    .all(sinceMs)

/**
 * A photo gets its file back from a newer photo, which leaves the library; the file's place becomes that of the older
 * photo.
 */
export function reuniteFiles(context: FileDependencies, missing: AlikeFile, found: AlikeFile): void {
  const { folderId, name, bytes, modifiedMs, changedMs, fileKey, device } = found
  const isChanged = found.contentHash !== missing.contentHash
  context.write(() => {
    deletePhotos(context.db, [found.photoId])
    const place = { folderId, name, bytes, modifiedMs, changedMs, fileKey, device }
    settleFiles(context, [{ ...place, fileId: missing.fileId, isChanged }])
  })
  context.thumbnails.remove([found.photoId])
  context.changed.photos([found.photoId])
  context.changed.names()
}
