import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { metadataOf } from '../../metadata/rows/photo-metadata.ts'

/** Hashes of one version of a file; empty before its analysis. */
export type FileHashes = { contentHash: string; imageHash: string }

/** What is known of a file's picture: the hashes of its last analysed version and of earlier ones, and its metadata. */
export type FileEvidence = FileHashes & { photoId: number; versions: FileHashes[]; metadata: PhotoMetadata }

/** A photo that may be another shot of the same second; a size of 0 is unknown. */
export type NearShot = FileHashes & {
  name: string
  width: number
  height: number
  /** Digits after the full second. */
  subsec: string | null
}

const NO_HASHES: FileHashes = { contentHash: '', imageHash: '' }

export function readEvidence(db: Db, fileId: number): FileEvidence {
  const file = db
    .prepare<[number], FileHashes & { photoId: number }>(
      'SELECT content_hash AS contentHash, image_hash AS imageHash, photo_id AS photoId FROM files WHERE id = ?',
    )
    .get(fileId)
  const versions = db
    .prepare<[number], FileHashes>(
      'SELECT content_hash AS contentHash, image_hash AS imageHash FROM file_versions WHERE file_id = ?',
    )
    .all(fileId)
  const { photoId, ...hashes } = file ?? { ...NO_HASHES, photoId: 0 }
  return { ...hashes, photoId, versions, metadata: metadataOf(db, photoId) }
}

/** More photos of one second are a burst, of whatever camera. */
const MAX_SHOTS = 100

/**
 * The photo of a file, and others of its camera taken in the same second, according to files or persons; missing ones
 * too. None for a photo without a camera or a time.
 */
export function shotsBeside(db: Db, fileId: number): { own: NearShot; others: NearShot[] } | null {
  const columns = `f.name, p.width, p.height, m.data ->> '$.subsec' AS subsec, f.content_hash AS contentHash,
    f.image_hash AS imageHash`
  const own = db
    .prepare<[number], NearShot & { photoId: number; camera: number; takenMs: number | null; fileMs: number | null }>(
      `SELECT ${columns}, p.id AS photoId, p.camera, p.taken_ms AS takenMs,
         unixepoch(m.data ->> '$.takenAt') * 1000 AS fileMs
       FROM files f JOIN photos p ON p.id = f.photo_id LEFT JOIN metadata m ON m.photo_id = p.id WHERE f.id = ?`,
    )
    .get(fileId)
  if (own === undefined || own.camera === 0) return null
  const others = db
    .prepare<[number, number | null, number | null, number, number], NearShot>(
      `SELECT ${columns} FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
         LEFT JOIN metadata m ON m.photo_id = p.id
       WHERE p.camera > 0 AND p.camera = ? AND p.taken_ms IN (?, ?) AND p.id <> ? LIMIT ?`,
    )
    .all(own.camera, own.takenMs, own.fileMs, own.photoId, MAX_SHOTS)
  return { own, others }
}

/** Whether a file of another photo has this content or picture. */
export const isHeldElsewhere = (db: Db, photoId: number, { contentHash, imageHash }: FileHashes): boolean =>
  db
    .prepare<[object]>(
      `SELECT 1 FROM files WHERE content_hash <> '' AND content_hash = @contentHash AND photo_id <> @photoId
       UNION ALL SELECT 1 FROM files WHERE image_hash <> '' AND image_hash = @imageHash AND photo_id <> @photoId LIMIT 1`,
    )
    .get({ photoId, contentHash, imageHash }) !== undefined
