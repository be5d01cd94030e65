import type { Db } from '../../../../../base/sqlite/connect.ts'
import { nameOf } from '../../../../metadata/plan/keyword-names.ts'
import type { ForeignAlbum } from '../../foreign/foreign-photo.ts'
import { groupRows } from '../rows/grouped-rows.ts'
import type { Layout } from '../rows/layout.ts'
import { createTagTree, type TagNode } from '../rows/tag-tree.ts'

type Member = { image: number; collection: number; place: number }

const wanted = {
  AgLibraryCollection: ['id_local', 'name', 'parent'],
  AgLibraryCollectionImage: ['image', 'collection'],
}

/**
 * The collections of each photo as albums, with its place in their order; asked for in rising order of photos. Smart
 * collections hold no photos of their own; those of Lightroom itself, such as the quick collection and unsaved books,
 * are left out.
 */
export function collectionAlbums(db: Db, layout: Layout): { take(image: number): ForeignAlbum[] } {
  const isThere = Object.entries(wanted).every(([table, columns]) => columns.every((name) => layout.has(table, name)))
  if (!isThere) return { take: () => [] }
  const conditions = [
    layout.has('AgLibraryCollection', 'systemOnly') ? 'CAST(coalesce(c.systemOnly, 0) AS REAL) = 0' : '1',
    layout.has('AgLibraryCollection', 'creationId') ? "c.creationId = 'com.adobe.ag.library.collection'" : '1',
  ]
  // A virtual copy counts as the photo that it was made of.
  const image = layout.has('Adobe_images', 'masterImage') ? 'coalesce(i.masterImage, i.id_local)' : 'i.id_local'
  const hasPlaces = layout.has('AgLibraryCollectionImage', 'positionInCollection')
  const place = hasPlaces ? 'CAST(coalesce(m.positionInCollection, 0) AS REAL)' : '0'
  const tree = createTagTree(
    db.prepare<[], TagNode>('SELECT id_local AS id, parent AS parentId, name FROM AgLibraryCollection').all(),
  )
  const members = db.prepare<[], Member>(
    `SELECT ${image} AS image, m.collection, ${place} AS place FROM AgLibraryCollectionImage m
       JOIN Adobe_images i ON i.id_local = m.image JOIN AgLibraryCollection c ON c.id_local = m.collection
     WHERE ${conditions.join(' AND ')} ORDER BY 1`,
  )
  const grouped = groupRows(members.iterate(), ({ image }) => image)
  const albumOf = ({ collection, place }: Member) => ({ path: nameOf(tree.levelsOf(collection)), place })
  return { take: (image) => grouped.take(image).map(albumOf) }
}
