import type { AlbumId, AlbumRef } from '../../../contract/library/albums.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { albumAndWithin } from './album-paths.ts'
import { readTree } from './album-rows.ts'

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

/**
 * Puts albums and saved searches at places. One that would come into a removed album, or into itself, comes to the top,
 * since no list would show it: an undo does not know what happened to the other albums since.
 */
export function writePlaces(db: Db, places: readonly AlbumPlace[]): void {
  const { albums } = readTree(db)
  const canEnter = ({ kind, id }: AlbumRef, parentId: AlbumId) =>
    albums.some((album) => album.id === parentId) &&
    !(kind === 'album' && albumAndWithin(albums, id).includes(parentId))
  const write = {
    album: db.prepare('UPDATE albums SET parent_id = @parentId, position = @position WHERE id = @id'),
    smart: db.prepare('INSERT OR REPLACE INTO search_places VALUES (@id, @parentId, @position)'),
  }
  for (const { kind, ...place } of places) {
    const [present] = readPlaces(db, [{ kind, id: place.id }])
    const { parentId } = place
    const stays = parentId === null || parentId === present?.parentId || canEnter({ kind, id: place.id }, parentId)
    write[kind].run({ ...place, parentId: stays ? parentId : null })
  }
}
