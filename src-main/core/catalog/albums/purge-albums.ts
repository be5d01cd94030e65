import type { Db } from '../../../sqlite/connect.ts'

/**
 * Deletes at most `limit` photos out of an album that was removed before a time, or the album once it is empty and
 * nothing lies in it; false where none is left.
 */
export function purgeAlbums(db: Db, beforeMs: number, limit: number): boolean {
  const album = db
    .prepare<[number], number>('SELECT id FROM albums WHERE removed_ms < ? ORDER BY id LIMIT 1')
    .pluck()
    .get(beforeMs)
  if (album === undefined) return false
  const { changes } = db
    .prepare(
      `DELETE FROM album_photos WHERE album_id = @album AND photo_id IN
         (SELECT photo_id FROM album_photos WHERE album_id = @album LIMIT @limit)`,
    )
    .run({ album, limit })
  if (changes === limit) return true
  // What lies in it is out of reach as well, and follows.
  db.prepare('UPDATE albums SET removed_ms = @beforeMs - 1, parent_id = NULL WHERE parent_id = @album').run({
    album,
    beforeMs,
  })
  db.prepare('DELETE FROM saved_searches WHERE id IN (SELECT search_id FROM search_places WHERE parent_id = ?)').run(
    album,
  )
  db.prepare('DELETE FROM search_places WHERE parent_id = ?').run(album)
  db.prepare('DELETE FROM albums WHERE id = ?').run(album)
  return true
}
