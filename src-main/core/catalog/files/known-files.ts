import type { Db } from '../../../sqlite/connect.ts'

/** What a scan learns of a file without opening it. `fileKey` is device and inode where the system has them. */
export type FileFacts = { folderId: number; name: string; bytes: number; modifiedMs: number; fileKey: string | null }
export type KnownFile = FileFacts & { fileId: number; photoId: number; isMissing: boolean }

type KnownRow = Omit<KnownFile, 'isMissing'> & { isMissing: number }

/** Every file below a root, missing ones too. */
export const listKnownFiles = (db: Db, rootId: number): KnownFile[] =>
  db
    .prepare<[number], KnownRow>(
      `SELECT f.id AS fileId, f.photo_id AS photoId, f.folder_id AS folderId, f.name, f.bytes, f.modified_ms AS modifiedMs,
         f.file_key AS fileKey, f.is_missing AS isMissing FROM files f JOIN folders d ON d.id = f.folder_id WHERE d.root_id = ?`,
    )
    .all(rootId)
    .map((row) => ({ ...row, isMissing: row.isMissing === 1 }))
