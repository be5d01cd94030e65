import type { Db } from '../../../sqlite/connect.ts'
import { deletePhotos } from '../folders/remove-photos.ts'
import { hasWork } from '../photos/has-work.ts'
import type { FileDependencies } from './file-dependencies.ts'
import { settleFiles } from './settle-files.ts'

/** Photos that got their file back, and the ones, new and without any work, that it was taken for meanwhile. */
export type Reunited = { ids: number[]; gone: number[] }

type PictureFile = {
  fileId: number
  photoId: number
  isMissing: number
  contentHash: string
  takenMs: number | null
  folderId: number
  name: string
  bytes: number
  modifiedMs: number
  fileKey: string | null
  device: string
}

/** More files of one picture than this are copies that nobody can tell apart. */
const MAX_ALIKE = 8

/**
 * Gives missing photos their file back where its picture is found elsewhere, as a photo that nobody did anything to. A
 * scan knows a file again that was moved, or whose metadata was written; one that both happened to, or that was copied
 * long before the original went, only shows once its image data was hashed. Nothing happens unless exactly one photo is
 * missing and exactly one file holds its picture. `photoIds` are photos that were just analysed, or are missing now.
 */
export function reuniteFiles(context: FileDependencies, photoIds: readonly number[]): Reunited {
  const pairs = photoIds.flatMap((id) => findPair(context.db, id) ?? [])
  for (const { found, missing } of pairs) reuniteOne(context, found, missing)
  return { ids: pairs.map(({ missing }) => missing.photoId), gone: pairs.map(({ found }) => found.photoId) }
}

function findPair(db: Db, photoId: number): { found: PictureFile; missing: PictureFile } | null {
  const alike = listAlike(db, photoId)
  const [missing, ...others] = alike.filter((file) => file.isMissing === 1)
  const [found, ...copies] = alike.filter((file) => file.isMissing === 0)
  if (missing === undefined || found === undefined || others.length > 0 || copies.length > 0) return null
  const isOtherShot = missing.takenMs !== null && found.takenMs !== null && missing.takenMs !== found.takenMs
  return isOtherShot || missing.photoId === found.photoId || hasWork(db, found.photoId) ? null : { found, missing }
}

/**
 * The files that hold the picture of a photo, its own among them; drives that are away and what was removed are left
 * out.
 */
const listAlike = (db: Db, photoId: number): PictureFile[] =>
  db
    .prepare<[number, number], PictureFile>(
      `SELECT f.id AS fileId, f.photo_id AS photoId, f.is_missing AS isMissing, f.content_hash AS contentHash,
         p.taken_ms AS takenMs, f.folder_id AS folderId, f.name, f.bytes, f.modified_ms AS modifiedMs,
         f.file_key AS fileKey, f.device
       FROM files own JOIN files f ON f.image_hash = own.image_hash AND f.image_hash <> '' AND f.is_main = 1
         JOIN photos p ON p.id = f.photo_id AND p.removed_ms IS NULL
         JOIN roots r ON r.folder_id = p.root_id AND r.is_available = 1 AND r.removed_ms IS NULL
       WHERE own.photo_id = ? AND own.is_main = 1 AND own.image_hash <> '' LIMIT ?`,
    )
    .all(photoId, MAX_ALIKE)

/** The new photo leaves, and its place becomes that of the old one. */
function reuniteOne(context: FileDependencies, found: PictureFile, missing: PictureFile): void {
  const { folderId, name, bytes, modifiedMs, fileKey, device } = found
  const isChanged = found.contentHash !== missing.contentHash
  context.write(() => {
    deletePhotos(context.db, [found.photoId])
    const place = { folderId, name, bytes, modifiedMs, fileKey, device }
    settleFiles(context, [{ ...place, fileId: missing.fileId, isChanged }])
  })
  context.thumbnails.remove([found.photoId])
  context.changed.photos([found.photoId])
  context.changed.names()
}
