import type { AlbumId } from '../../../contract/library/albums.ts'
import type { AlbumRow } from './album-rows.ts'

/** An album with its place in words: `Travel/Rome`. */
export type AlbumPath = AlbumRow & { path: string }

/** A `/` within a name is written `\`, as with tags, so that a path says where names end. */
const inPath = (name: string): string => name.replaceAll('/', '\\')

/** All albums, each followed by what lies in it. */
export function albumPaths(albums: readonly AlbumRow[]): AlbumPath[] {
  const children = Map.groupBy(albums, ({ parentId }) => parentId)
  const below = (parentId: AlbumId | null, before: string): AlbumPath[] =>
    (children.get(parentId) ?? []).flatMap((album) => {
      const path = before + inPath(album.name)
      return [{ ...album, path }, ...below(album.id, `${path}/`)]
    })
  return below(null, '')
}

/** An album and those within it, each before what lies in it, in their order. */
export function albumAndWithin(albums: readonly AlbumRow[], id: AlbumId): AlbumId[] {
  const children = Map.groupBy(albums, ({ parentId }) => parentId)
  const withAll = (each: AlbumId): AlbumId[] => [
    each,
    ...(children.get(each) ?? []).flatMap((child) => withAll(child.id)),
  ]
  return albums.some((album) => album.id === id) ? withAll(id) : []
}
