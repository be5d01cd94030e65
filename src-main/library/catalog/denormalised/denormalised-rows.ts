import { encodeLists } from '../codecs/lists.ts'
import type { ListColumn } from '../../search/columns/column.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { categoryList } from '../../queue/rows/findings/categories.ts'
import { colorList } from '../../queue/rows/findings/colors.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'

/**
 * The lists in a photo's denormalised row (`packs`), in their order: the search index loads the rows of all photos in
 * one scan. A new list here needs a migration that rewrites every row; other lists are read photo by photo. A person's
 * changes to tags are kept separately (`search/rows/live-index.ts`), because a tag for all photos would otherwise rewrite
 * every row.
 */
export const denormalisedLists: readonly ListColumn[] = [tagList, categoryList, colorList]

/** Writes a photo's row. Call it at the end of every transaction that changes one of the lists. */
export function renewDenormalisedRow(db: Db, photoId: number): void {
  const lists = denormalisedLists.map((list) => list.read(db, photoId))
  db.prepare('INSERT OR REPLACE INTO packs (photo_id, tag_count, data) VALUES (?, ?, ?)').run(
    photoId,
    lists[denormalisedLists.indexOf(tagList)]?.length ?? 0,
    Buffer.from(encodeLists(lists).buffer),
  )
}
