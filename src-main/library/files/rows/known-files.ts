import type { Db } from '../../../base/sqlite/connect.ts'
import { nameKey } from './name-key.ts'

/**
 * What a scan learns of a file without opening it. `fileKey` is inode and time of birth if the system has them.
 * `changedMs` is when the file or its attributes last changed (ctime), null if unknown. `device` is the system's number
 * of the volume.
 */
export type FileInfo = {
  folderId: number
  name: string
  bytes: number
  modifiedMs: number
  changedMs?: number | null
  fileKey: string | null
  device?: string
}
export type KnownFile = FileInfo & { fileId: number; photoId: number; isMissing: boolean }

/** `hasMore`: there are more similar files than returned. */
export type LikeFiles = { files: KnownFile[]; hasMore: boolean }

type KnownRow = Omit<KnownFile, 'isMissing'> & { isMissing: number }

/** A missing file of the same size is searched among this many; more of one size are uncompressed files. */
const MAX_MISSING = 50
/** Times of FAT are even seconds, so a copy's time may differ by this much. */
const TIME_TOLERANCE_MS = 2000
/** More files that resemble one file, or are links to one, cannot be compared with each other. */
const MAX_ALIKE = 64
const PAGE = 200

const COLUMNS = `f.id AS fileId, f.photo_id AS photoId, f.folder_id AS folderId, f.name, f.bytes,
  f.modified_ms AS modifiedMs, f.changed_ms AS changedMs, f.file_key AS fileKey, f.device, f.is_missing AS isMissing`

const toKnown = (row: KnownRow): KnownFile => ({ ...row, isMissing: row.isMissing === 1 })

/** Every file below a root, missing ones too; for small libraries and tests. */
export const listKnownFiles = (db: Db, rootId: number): KnownFile[] =>
  db
    .prepare<[number], KnownRow>(
      `SELECT ${COLUMNS} FROM files f JOIN folders d ON d.id = f.folder_id WHERE d.root_id = ?`,
    )
    .all(rootId)
    .map(toKnown)

export function fileById(db: Db, fileId: number): KnownFile | undefined {
  const row = db.prepare<[number], KnownRow>(`SELECT ${COLUMNS} FROM files f WHERE f.id = ?`).get(fileId)
  return row === undefined ? undefined : toKnown(row)
}

/**
 * Files with these names in a folder; of several with one name, a present one, or the latest, comes first. The names
 * come first in the query (`CROSS JOIN`): otherwise SQLite would compare each file of the folder with each name.
 */
export const filesAt = (db: Db, folderId: number, names: readonly string[]): KnownFile[] =>
  db
    .prepare<[string, number], KnownRow>(
      `SELECT ${COLUMNS} FROM json_each(?) n CROSS JOIN files f ON f.folder_id = ? AND f.name = n.value
       ORDER BY f.is_missing, f.missing_ms DESC, f.id DESC`,
    )
    .all(JSON.stringify(names), folderId)
    .map(toKnown)

/** Some files of a folder in the order of their names, after a name; missing ones are left out. */
export const filesAfter = (db: Db, folderId: number, after: string, limit: number): KnownFile[] =>
  db
    .prepare<[number, string, number], KnownRow>(
      `SELECT ${COLUMNS} FROM files f WHERE f.folder_id = ? AND f.name > ? AND f.is_missing = 0
       ORDER BY f.name LIMIT ?`,
    )
    .all(folderId, after, limit)
    .map(toKnown)

/** Main files of a folder whose name differs from this one at most in case, accents or Unicode form. */
export const filesAlike = (db: Db, folderId: number, name: string): KnownFile[] =>
  db
    .prepare<[string, number, string], KnownRow>(
      `SELECT ${COLUMNS} FROM files f WHERE f.name_key = ? AND f.is_main = 1 AND f.folder_id = ? AND f.name <> ?`,
    )
    .all(nameKey(name), folderId, name)
    .map(toKnown)

/**
 * Files of any root that may be a found file: those with its key, with its size and about its time, and missing ones of
 * its size; at most `limit` of each kind.
 */
export function filesLike(
  db: Db,
  { bytes, modifiedMs, fileKey }: Omit<FileInfo, 'folderId' | 'name'>,
  limit = MAX_ALIKE,
): LikeFiles {
  const bySizeAndTime = db.prepare<[number, number, number, number], KnownRow>(
    `SELECT ${COLUMNS} FROM files f WHERE f.bytes = ? AND f.modified_ms BETWEEN ? AND ? LIMIT ?`,
  )
  const missing = db.prepare<[number, number], KnownRow>(
    `SELECT ${COLUMNS} FROM files f WHERE f.bytes = ? AND f.is_missing = 1 LIMIT ?`,
  )
  const alike = bySizeAndTime.all(bytes, modifiedMs - TIME_TOLERANCE_MS, modifiedMs + TIME_TOLERANCE_MS, limit + 1)
  const rows = [...alike.slice(0, limit), ...missing.all(bytes, Math.min(limit, MAX_MISSING))].map(toKnown)
  const withKey = fileKey === null ? [] : filesWithKey(db, fileKey, limit)
  const files = [...new Map([...withKey, ...rows].map((file) => [file.fileId, file])).values()]
  return { files, hasMore: alike.length > limit }
}

/** Files of any root with this key, at most `limit`: hard links share one. */
export const filesWithKey = (db: Db, fileKey: string, limit = MAX_ALIKE): KnownFile[] =>
  db
    .prepare<[string, number], KnownRow>(`SELECT ${COLUMNS} FROM files f WHERE f.file_key = ? LIMIT ?`)
    .all(fileKey, limit)
    .map(toKnown)

/** All files of any root with this size and a time from `fromMs` up to `untilMs`, a page at a time. */
export function* filesOfSizeAndTime(
  db: Db,
  { bytes, fromMs, untilMs }: { bytes: number; fromMs: number; untilMs: number },
): Generator<KnownFile[]> {
  const select = db.prepare<[number, number, number, number, number], KnownRow>(
    `SELECT ${COLUMNS} FROM files f WHERE f.bytes = ? AND (f.modified_ms, f.id) > (?, ?) AND f.modified_ms < ?
     ORDER BY f.modified_ms, f.id LIMIT ?`,
  )
  for (let [ms, id] = [fromMs, 0]; ;) {
    const page = select.all(bytes, ms, id, untilMs, PAGE).map(toKnown)
    yield page
    if (page.length < PAGE) return
    const last = page.at(-1)!
    ;[ms, id] = [last.modifiedMs, last.fileId]
  }
}

/** The number of files of a folder that are not missing. */
export const countFiles = (db: Db, folderId: number): number =>
  db
    .prepare<[number], number>('SELECT count(*) FROM files WHERE folder_id = ? AND is_missing = 0')
    .pluck()
    .get(folderId) ?? 0
