import type { Context } from '../../catalog/context/context.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** `gone` have no file left; `touched` are those and photos that now show another of their files. */
export type Removed = { gone: number[]; touched: number[]; isLast: boolean }

/**
 * Deletes files of a root, those of at most `limit` photos, and every photo without a file left, with all its data. A
 * thousand photos take some 50 ms.
 */
export function removePhotos(db: Db, rootId: number, limit: number): Removed {
  const inRoot = 'SELECT id FROM folders WHERE root_id = ?'
  const touched = db
    .prepare<[number, number], number>(`SELECT DISTINCT photo_id FROM files WHERE folder_id IN (${inRoot}) LIMIT ?`)
    .pluck()
    .all(rootId, limit)
    .sort((a, b) => a - b)
  db.prepare(`DELETE FROM files WHERE folder_id IN (${inRoot}) AND photo_id IN (SELECT value FROM json_each(?))`).run(
    rootId,
    JSON.stringify(touched),
  )
  const gone = touched.filter((id) => !showOtherFile(db, id))
  deletePhotos(db, gone)
  return { gone, touched, isLast: touched.length < limit }
}

/** False if the photo has no file left. */
function showOtherFile(db: Db, photoId: number): boolean {
  const other = db
    .prepare<[number], number>('SELECT id FROM files WHERE photo_id = ? ORDER BY is_main DESC, id LIMIT 1')
    .pluck()
    .get(photoId)
  if (other === undefined) return false
  db.prepare('UPDATE files SET is_main = 1 WHERE id = ?').run(other)
  db.prepare(
    'UPDATE photos SET is_missing = (SELECT min(is_missing) FROM files WHERE photo_id = photos.id) WHERE id = ?',
  ).run(photoId)
  return true
}

/**
 * Tables whose rows are deleted with their photo, read from the layout to include new findings' tables. They are
 * emptied one by one, because SQLite's own cascade, row by row, takes several times longer.
 */
const tablesOfPhotos = (db: Db): string[] =>
  db
    .prepare<[], string>(
      `SELECT t.name FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k
       WHERE t.type = 'table' AND k."table" = 'photos' AND k."from" = 'photo_id' AND k.on_delete = 'CASCADE'`,
    )
    .pluck()
    .all()

/** Deletes photos with all their data. */
export function deletePhotos(db: Db, ids: readonly number[]): void {
  const gone = JSON.stringify(ids)
  const other = db.prepare<[string]>('SELECT 1 FROM photos WHERE id NOT IN (SELECT value FROM json_each(?)) LIMIT 1')
  const isEverything = other.get(gone) === undefined
  const which = (column: string) => (isEverything ? '' : ` WHERE ${column} IN (SELECT value FROM json_each(@gone))`)
  const remove = (sql: string) =>
    isEverything ? db.prepare(sql).run() : db.prepare<[{ gone: string }]>(sql).run({ gone })
  for (const table of tablesOfPhotos(db)) remove(`DELETE FROM ${table}${which('photo_id')}`)
  if (isEverything) db.prepare("INSERT INTO photo_text (photo_text) VALUES ('delete-all')").run()
  else remove(`DELETE FROM photo_text${which('rowid')}`)
  remove(`DELETE FROM photos${which('id')}`)
}

/** The same in a separate transaction, with their thumbnails; notifies everything that follows the photos. */
export function discardPhotos(
  { db, write, thumbnails, changed }: Pick<Context, 'db' | 'write' | 'thumbnails' | 'changed'>,
  ids: readonly number[],
): void {
  write(() => deletePhotos(db, ids))
  thumbnails.remove(ids)
  changed.photos(ids)
  changed.text()
}
