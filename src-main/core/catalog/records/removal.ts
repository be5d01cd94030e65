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

/** Tables with rows of a photo, `photos` itself last; emptied table by table, since row by row takes several times longer. */
const TABLES = ['photo_tags', 'removed_tags', 'photo_categories', 'colors', 'faces', 'nsfw_shares', 'crop_cues', 'embeddings', 'color_vectors', 'packs', 'metadata'] as const

function deletePhotos(db: Db, ids: readonly number[]) {
  const isEverything = db.prepare<[], number>('SELECT count(*) FROM photos').pluck().get() === ids.length
  const gone = JSON.stringify(ids)
  const which = (column: string) => (isEverything ? '' : ` WHERE ${column} IN (SELECT value FROM json_each(@gone))`)
  const remove = (sql: string) => (isEverything ? db.prepare(sql).run() : db.prepare<[{ gone: string }]>(sql).run({ gone }))
  for (const table of TABLES) remove(`DELETE FROM ${table}${which('photo_id')}`)
  if (isEverything) db.prepare("INSERT INTO photo_text (photo_text) VALUES ('delete-all')").run()
  else remove(`DELETE FROM photo_text${which('rowid')}`)
  remove(`DELETE FROM photos${which('id')}`)
}
