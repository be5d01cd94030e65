import { encodeLists } from '../codecs/lists.ts'
import type { ListColumn } from '../../search/columns/column.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { categoryList } from '../../queue/rows/findings/categories.ts'
import { colorList } from '../../queue/rows/findings/colors.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'

/**
 * The lists that a photo's denormalised row (`packs`) holds, in their order there: the search index loads all photos'
 * rows in one pass. Another list here needs a migration that writes every row anew; a list that is not here is read
 * photo by photo. What the person did to tags is not in it (`search/rows/person-tags.ts`): a tag for all photos would
 * otherwise write every row anew.
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
