import type { Db } from '../database/connection.ts'

/**
 * Takes a root's files out, and every photo that has no file left with all that is known of it; returns those photos' ids.
 * About 100,000 photos take a few seconds, in one transaction.
 */
export function removePhotos(db: Db, rootId: number): number[] {
  const inRoot = 'SELECT id FROM folders WHERE root_id = ?'
  const touched = db.prepare<[number], number>(`SELECT DISTINCT photo_id FROM files WHERE folder_id IN (${inRoot}) ORDER BY photo_id`).pluck().all(rootId)
  db.prepare(`DELETE FROM files WHERE folder_id IN (${inRoot})`).run(rootId)
  const otherFile = db.prepare<[number], number>('SELECT id FROM files WHERE photo_id = ? ORDER BY is_main DESC, id LIMIT 1').pluck()
  const promote = db.prepare<[number]>('UPDATE files SET is_main = 1 WHERE id = ?')
  const gone: number[] = []
  for (const id of touched) {
    const other = otherFile.get(id) ?? null
    if (other === null) gone.push(id)
    else promote.run(other)
  }
  deletePhotos(db, gone)
  return gone
}

function deletePhotos(db: Db, ids: readonly number[]) {
  const remove = db.prepare<[number]>('DELETE FROM photos WHERE id = ?')
  const removeText = db.prepare<[number]>('DELETE FROM photo_text WHERE rowid = ?')
  for (const id of ids) {
    removeText.run(id)
    remove.run(id)
  }
}
