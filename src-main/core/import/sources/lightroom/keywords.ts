import type { Db } from '../../../../sqlite/connect.ts'
import { groupRows } from '../rows/grouped-rows.ts'
import type { Layout } from '../rows/layout.ts'
import { createTagTree, type TagNode } from '../rows/tag-tree.ts'

type Given = { image: number; tag: number }

/**
 * Tags for the keywords of each photo and its virtual copies, and for the names of its faces, asked for in rising order
 * of photos. A name that Lightroom only proposes is none.
 */
export function keywordTags(db: Db, layout: Layout): { take(image: number): string[] } {
  const tree = createTagTree(
    db.prepare<[], TagNode>('SELECT id_local AS id, parent AS parentId, name FROM AgLibraryKeyword').all(),
  )
  const image = layout.has('Adobe_images', 'masterImage') ? 'coalesce(i.masterImage, i.id_local)' : 'i.id_local'
  const rows = db.prepare<[], Given>(
    `SELECT ${image} AS image, k.tag FROM (SELECT image, tag FROM AgLibraryKeywordImage ${facesOf(layout)}) k
       JOIN Adobe_images i ON i.id_local = k.image ORDER BY 1`,
  )
  const grouped = groupRows(rows.iterate(), (row) => row.image)
  return { take: (photo) => grouped.take(photo).map(({ tag }) => tree.nameOf(tag)) }
}

const named = { AgLibraryFace: ['image'], AgLibraryKeywordFace: ['face', 'tag', 'userPick', 'userReject'] }

function facesOf(layout: Layout): string {
  const isThere = Object.entries(named).every(([table, columns]) => columns.every((name) => layout.has(table, name)))
  if (!isThere) return ''
  return `UNION SELECT f.image, n.tag FROM AgLibraryKeywordFace n JOIN AgLibraryFace f ON f.id_local = n.face
    WHERE coalesce(n.userReject, 0) = 0 AND coalesce(n.userPick, 1) <> 0`
}
