import type { Db } from '../../../sqlite/connect.ts'

type Place = { photoId: number; folderId: number; name: string }

/**
 * Hashes of sidecars that lie where a photo's sidecars lie and that Lumafold wrote for others, which are elsewhere or
 * gone: they say nothing of this photo.
 */
export function prepareOthersSidecars(db: Db): (place: Place) => string[] {
  const select = db
    .prepare<[object], string>(
      `SELECT DISTINCT w.hash FROM metadata_written w JOIN (
         SELECT photo_id FROM files WHERE folder_id = @folderId AND name >= @from AND name < @until AND is_missing = 1
         UNION SELECT photo_id FROM left_sidecars WHERE folder_id = @folderId AND name >= @from AND name < @until
       ) o ON o.photo_id = w.photo_id AND w.target = 'sidecar' AND w.hash <> ''
       WHERE w.photo_id <> @photoId
         AND NOT EXISTS (SELECT 1 FROM metadata_written own WHERE own.photo_id = @photoId AND own.hash = w.hash)`,
    )
    .pluck()
  return ({ photoId, folderId, name }) => {
    const stem = name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name
    // All names with this stem: `/` follows `.`.
    return select.all({ photoId, folderId, from: `${stem}.`, until: `${stem}/` })
  }
}
