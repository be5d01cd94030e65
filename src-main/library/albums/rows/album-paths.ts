import type { AlbumId } from '../../../contract/library/albums.ts'
import type { AlbumRow } from './album-rows.ts'

/** An album with its path: `Travel/Rome`. */
export type AlbumPath = AlbumRow & { path: string }

/** A `/` within a name is written `\`, as in tags, so that names can be told apart in a path. */
const inPath = (name: string): string => name.replaceAll('/', '\\')

/** All albums, each followed by its children. */
export function albumPaths(albums: readonly AlbumRow[]): AlbumPath[] {
  const children = Map.groupBy(albums, ({ parentId }) => parentId)
  const below = (parentId: AlbumId | null, before: string): AlbumPath[] =>
    (children.get(parentId) ?? []).flatMap((album) => {
      const path = before + inPath(album.name)
      return [{ ...album, path }, ...below(album.id, `${path}/`)]
    })
  return below(null, '')
}

/** An album and those within it, parents first, in their order. */
export function albumAndWithin(albums: readonly AlbumRow[], id: AlbumId): AlbumId[] {
  const children = Map.groupBy(albums, ({ parentId }) => parentId)
  const withAll = (each: AlbumId): AlbumId[] => [
    each,
    ...(children.get(each) ?? []).flatMap((child) => withAll(child.id)),
  ]
  return albums.some((album) => album.id === id) ? withAll(id) : []
}
