import type { Album, AlbumId, AlbumNode, SmartAlbum } from '../../../contract/library/albums.ts'
import { normalView } from '../../../contract/library/normal-view.ts'
import type { Catalog, SearchableCatalog } from '../../catalog/catalog.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import { asksForHidden } from '../../privacy/asks-for-hidden.ts'

type Dependencies = {
  catalog: Pick<Catalog, 'albums' | 'searches'> & SearchableCatalog
  privacy: Pick<Privacy, 'isHiding'>
}

type Placed = AlbumNode & { position: number }

/**
 * The tree of albums, each followed by its children. In client mode and while the library is locked, it omits albums
 * without any visible photo, since their names would reveal them, and searches for hidden photos.
 */
export async function listAlbums({ catalog, privacy }: Dependencies): Promise<AlbumNode[]> {
  const search = await catalog.search.load()
  const { albums, searches } = catalog.albums.tree()
  const saved = new Map(catalog.searches.list().map((search) => [search.id, search]))
  const nodes: Placed[] = [
    ...albums.map(({ id, parentId, name, position }): Placed => {
      const count = search.countOf(normalView({ albumId: id }))
      return { kind: 'album', id, parentId, name, count, position } satisfies Album & { position: number }
    }),
    ...searches.flatMap(({ searchId, parentId, position }): Placed[] => {
      const found = saved.get(searchId)
      if (found === undefined || (privacy.isHiding() && asksForHidden(found.text))) return []
      return [
        { kind: 'smart', id: searchId, parentId, name: found.name, search: found, position } satisfies Placed &
          SmartAlbum,
      ]
    }),
  ]
  const ordered = inTreeOrder(nodes, null)
  if (!privacy.isHiding()) return ordered
  return ordered.filter((node) => node.kind === 'smart' || node.count > 0 || isEmpty(catalog, node.id))
}

/** Whether the album and the albums within it are empty. */
const isEmpty = (catalog: Dependencies['catalog'], id: AlbumId): boolean =>
  catalog.albums.within(id).every((each) => catalog.albums.photos(each).length === 0)

function inTreeOrder(nodes: readonly Placed[], parentId: AlbumId | null): AlbumNode[] {
  const here = nodes.filter((node) => node.parentId === parentId)
  return here
    .toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name, 'en'))
    .flatMap(({ position: _position, ...node }) => [
      node,
      ...(node.kind === 'album' ? inTreeOrder(nodes, node.id) : []),
    ])
}
