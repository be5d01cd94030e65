import type { AlbumId, AlbumRef } from '../../../contract/library/albums.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** The place of an album or a saved search. */
export type AlbumPlace = AlbumRef & { parentId: AlbumId | null; position: number }

const queries = {
  album: 'SELECT parent_id AS parentId, position FROM albums WHERE id = ?',
  smart: 'SELECT parent_id AS parentId, position FROM search_places WHERE search_id = ?',
}

/** The present places of some; missing ones are left out. */
export function readPlaces(db: Db, refs: readonly AlbumRef[]): AlbumPlace[] {
  return refs.flatMap(({ kind, id }) => {
    const place = db.prepare<[number], Omit<AlbumPlace, keyof AlbumRef>>(queries[kind]).get(id)
    return place === undefined ? [] : [{ kind, id, parentId: place.parentId, position: place.position }]
  })
}

export function writePlaces(db: Db, places: readonly AlbumPlace[]): void {
  const album = db.prepare('UPDATE albums SET parent_id = @parentId, position = @position WHERE id = @id')
  const smart = db.prepare('INSERT OR REPLACE INTO search_places VALUES (@id, @parentId, @position)')
  for (const { kind, ...place } of places) (kind === 'album' ? album : smart).run(place)
}
