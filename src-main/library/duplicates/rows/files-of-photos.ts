import { join } from 'node:path'
import type { Db } from '../../../base/sqlite/connect.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'

/** A file of a photo, as last seen. */
export type PhotoFile = {
  photoId: number
  path: string
  /** The watched folder that it is in. */
  root: string
  bytes: number
  modifiedMs: number
  /** Empty if there is none yet. */
  contentHash: string
  /** Whether it is the photo's main file. */
  isMain: boolean
  /** Its watched folder cannot be reached. */
  isAway: boolean
}

type Row = Omit<PhotoFile, 'path' | 'isMain' | 'isAway'> & {
  folderId: number
  name: string
  isMain: number
  isAvailable: number
}

/** All present files of some photos, main files first. */
export function filesOfPhotos(db: Db, photoIds: readonly number[]): PhotoFile[] {
  const pathOf = createPathOf({ db })
  return db
    .prepare<[string], Row>(
      `SELECT f.photo_id AS photoId, f.folder_id AS folderId, f.name, r.path AS root, f.bytes,
         f.modified_ms AS modifiedMs, f.content_hash AS contentHash, f.is_main AS isMain, r.is_available AS isAvailable
       FROM files f JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id
       WHERE f.photo_id IN (SELECT value FROM json_each(?)) AND f.is_missing = 0 ORDER BY f.is_main DESC, f.id`,
    )
    .all(JSON.stringify(photoIds))
    .map(({ folderId, name, isMain, isAvailable, ...file }) => ({
      ...file,
      path: join(pathOf(folderId), name),
      isMain: isMain === 1,
      isAway: isAvailable === 0,
    }))
}
