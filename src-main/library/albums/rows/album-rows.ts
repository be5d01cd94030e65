import type { AlbumId } from '../../../contract/library/albums.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** An album as the catalogue keeps it. */
export type AlbumRow = { id: AlbumId; name: string; parentId: AlbumId | null; position: number }

/** Where a saved search lies. */
export type SearchPlace = { searchId: number; parentId: AlbumId | null; position: number }

/** What of the tree is in reach: albums that are not removed and lie in none that is. */
export type AlbumTree = { albums: AlbumRow[]; searches: SearchPlace[] }

/** Some thousand rows at most: read anew with each question. */
export function readTree(db: Db): AlbumTree {
  const albums = db
    .prepare<[], AlbumRow>(
      `WITH RECURSIVE within(id) AS (SELECT id FROM albums WHERE parent_id IS NULL AND removed_ms IS NULL
         UNION SELECT a.id FROM albums a JOIN within w ON a.parent_id = w.id WHERE a.removed_ms IS NULL)
       SELECT a.id, a.name, a.parent_id AS parentId, a.position FROM within w JOIN albums a ON a.id = w.id
       ORDER BY a.position, a.id`,
    )
    .all()
  const known = new Set(albums.map(({ id }) => id))
  const searches = db
    .prepare<[], SearchPlace>(
      `SELECT s.id AS searchId, p.parent_id AS parentId, coalesce(p.position, 9e15) AS position
       FROM saved_searches s LEFT JOIN search_places p ON p.search_id = s.id ORDER BY position, s.id`,
    )
    .all()
  return { albums, searches: searches.filter(({ parentId }) => parentId === null || known.has(parentId)) }
}

/** Whether an album is there, in reach or not; what it is called, and null for one that is removed. */
export const findAlbumName = (db: Db, id: AlbumId): string | null =>
  db.prepare<[number], string>('SELECT name FROM albums WHERE id = ? AND removed_ms IS NULL').pluck().get(id) ?? null

/** Makes an album, renames it, or brings back one that was removed; a new one gets its place. */
export function writeAlbum(db: Db, album: AlbumRow): void {
  db.prepare(
    `INSERT INTO albums (id, name, parent_id, position) VALUES (@id, @name, @parentId, @position)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, removed_ms = NULL`,
  ).run(album)
}

/** Its photos, and what lies in it, stay for the time being. */
export const removeAlbum = (db: Db, id: AlbumId, nowMs: number): void =>
  void db.prepare('UPDATE albums SET removed_ms = ? WHERE id = ?').run(nowMs, id)

/** A saved search lies here from now on, unless it has a place already. */
export const placeSearch = (db: Db, { searchId, parentId, position }: SearchPlace): void =>
  void db.prepare('INSERT OR IGNORE INTO search_places VALUES (?, ?, ?)').run(searchId, parentId, position)
