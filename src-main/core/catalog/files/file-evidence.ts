import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Db } from '../../../sqlite/connect.ts'
import { metadataOf } from '../metadata/photo-metadata.ts'

/** Hashes of one version of a file; empty while it was not analysed. */
export type FileHashes = { contentHash: string; imageHash: string }

/**
 * What is known of a file's picture: the hashes of what it was last analysed as and of earlier versions, and its
 * metadata.
 */
export type FileEvidence = FileHashes & { versions: FileHashes[]; metadata: PhotoMetadata }

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
  return { ...hashes, versions, metadata: metadataOf(db, photoId) }
}
