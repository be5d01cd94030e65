import type { Db } from '../../../sqlite/connect.ts'
import type { PhotoFacts } from './edit.ts'

/** Where the files of photos lie and what they are; photos that are gone are left out. */
export function readPhotoFacts(db: Db, ids: readonly number[]): PhotoFacts[] {
  if (ids.length === 0) return []
  return db
    .prepare<[string], PhotoFacts>(
      `SELECT f.photo_id AS id, r.path AS root, d.relative_path AS folder, f.name, f.bytes, f.modified_ms AS modifiedMs,
         f.file_key AS fileKey, f.content_hash AS contentHash
       FROM json_each(?) j JOIN files f ON f.photo_id = j.value AND f.is_main = 1
         JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id`,
    )
    .all(JSON.stringify(ids))
}
