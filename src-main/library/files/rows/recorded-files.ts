import { join } from 'node:path'
import type { Db } from '../../../base/sqlite/connect.ts'
import { foldersBelow } from '../../folders/rows/folders-below.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'

/** The record of a file, to compare it with the file on the disk. Hashes are empty if there are none yet. */
export type RecordedFile = {
  fileId: number
  path: string
  bytes: number
  modifiedMs: number
  contentHash: string
  imageHash: string
  /** A scan did not find it. */
  isMissing: boolean
  /** Its watched folder cannot be reached. */
  isAway: boolean
}

type Row = {
  fileId: number
  folderId: number
  name: string
  bytes: number
  modifiedMs: number
  contentHash: string
  imageHash: string
  isMissing: number
  isAvailable: number
}

const PAGE = 500

const SELECT = `SELECT f.id AS fileId, f.folder_id AS folderId, f.name, f.bytes, f.modified_ms AS modifiedMs,
    f.content_hash AS contentHash, f.image_hash AS imageHash, f.is_missing AS isMissing, r.is_available AS isAvailable
  FROM files f JOIN folders d ON d.id = f.folder_id JOIN roots r ON r.folder_id = d.root_id
  WHERE f.id > ? AND (? IS NULL OR f.folder_id IN (SELECT value FROM json_each(?))) ORDER BY f.id LIMIT ${PAGE}`

/**
 * Every file in the order in which they were found, a page at a time; optionally only of one folder and those below.
 */
export function* listRecordedFiles(db: Db, folderId?: number): Generator<RecordedFile> {
  const folders = folderId === undefined ? null : JSON.stringify([...foldersBelow(db, [folderId])])
  const page = db.prepare<[number, string | null, string | null], Row>(SELECT)
  const pathOf = createPathOf({ db })
  for (let after = 0; ;) {
    const rows = page.all(after, folders, folders)
    for (const { folderId: folder, name, isMissing, isAvailable, ...row } of rows)
      yield { ...row, path: join(pathOf(folder), name), isMissing: isMissing === 1, isAway: isAvailable === 0 }
    if (rows.length < PAGE) return
    after = rows.at(-1)!.fileId
  }
}

/** The number of files that `listRecordedFiles` returns. */
export function countRecordedFiles(db: Db, folderId?: number): number {
  if (folderId === undefined) return db.prepare<[], number>('SELECT count(*) FROM files').pluck().get() ?? 0
  const folders = JSON.stringify([...foldersBelow(db, [folderId])])
  return (
    db
      .prepare<[string], number>('SELECT count(*) FROM files WHERE folder_id IN (SELECT value FROM json_each(?))')
      .pluck()
      .get(folders) ?? 0
  )
}
