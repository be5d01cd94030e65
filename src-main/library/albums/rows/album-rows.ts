import type { AlbumId } from '../../../contract/library/albums.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** An album as the catalogue stores it. */
export type AlbumRow = { id: AlbumId; name: string; parentId: AlbumId | null; position: number }

/** The place of a saved search. */
export type SearchPlace = { searchId: number; parentId: AlbumId | null; position: number }

/** The visible part of the tree: albums that are not removed, nor in a removed one. */
export type AlbumTree = { albums: AlbumRow[]; searches: SearchPlace[] }

/** At most some thousand rows, read again for each question. */
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

/** Whether an album exists, visible or not, and its name; null for a removed one. */
export const findAlbumName = (db: Db, id: AlbumId): string | null =>
  db.prepare<[number], string>('SELECT name FROM albums WHERE id = ? AND removed_ms IS NULL').pluck().get(id) ?? null

/**
 * Creates an album, renames it, or restores a removed one; a new one gets its place. An album that comes back lies at
 * the top if the album around it was removed meanwhile.
 */
export function writeAlbum(db: Db, album: AlbumRow): void {
  const wasAbsent = findAlbumName(db, album.id) === null
  db.prepare(
    `INSERT INTO albums (id, name, parent_id, position) VALUES (@id, @name, @parentId, @position)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, removed_ms = NULL`,
  ).run(album)
  if (wasAbsent && !readTree(db).albums.some(({ id }) => id === album.id))
    db.prepare('UPDATE albums SET parent_id = NULL WHERE id = ?').run(album.id)
}

/** Its photos and children stay for the time being. */
export const removeAlbum = (db: Db, id: AlbumId, nowMs: number): void =>
  void db.prepare('UPDATE albums SET removed_ms = ? WHERE id = ?').run(nowMs, id)

/** Gives a saved search its place, unless it already has one. */
export const placeSearch = (db: Db, { searchId, parentId, position }: SearchPlace): void =>
  void db.prepare('INSERT OR IGNORE INTO search_places VALUES (?, ?, ?)').run(searchId, parentId, position)

/** A saved search that comes back lies at the top if the album around it was removed meanwhile. */
export function showSearch(db: Db, searchId: number): void {
  if (!readTree(db).searches.some((each) => each.searchId === searchId))
    db.prepare('UPDATE search_places SET parent_id = NULL WHERE search_id = ?').run(searchId)
}
