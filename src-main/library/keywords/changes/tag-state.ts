import type { Context } from '../../catalog/context/context.ts'

/** Whether the person gave a tag, and whether it is hidden if others give it. */
export type TagState = { isGiven: boolean; isRemoved: boolean }

const IN_IDS = 'IN (SELECT value FROM json_each(@ids))'

/** For each existing photo, by ascending id: 2 if the person gave the tag, plus 1 if they removed it. */
export function readTag({ db, vocabulary }: Context, name: string, ids: readonly number[]): [number, number][] {
  return db
    .prepare<[object], [number, number]>(
      `SELECT p.id,
         2 * EXISTS (SELECT 1 FROM person_tags t WHERE t.photo_id = p.id AND t.tag_id = @tagId)
         + EXISTS (SELECT 1 FROM removed_tags r WHERE r.photo_id = p.id AND r.tag_id = @tagId)
       FROM photos p WHERE p.id ${IN_IDS} ORDER BY p.id`,
    )
    .raw()
    .all({ ids: JSON.stringify(ids), tagId: vocabulary.findTag(name) })
}

/** Sets the state of a tag for photos. */
export function writeTag(
  { db }: Context,
  { ids, tagId }: { ids: readonly number[]; tagId: number },
  state: TagState,
): void {
  const given = state.isGiven
    ? 'INSERT OR IGNORE INTO person_tags (photo_id, tag_id) SELECT value, @tagId FROM json_each(@ids)'
    : `DELETE FROM person_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId`
  const removed = state.isRemoved
    ? 'INSERT OR IGNORE INTO removed_tags (photo_id, tag_id) SELECT value, @tagId FROM json_each(@ids)'
    : `DELETE FROM removed_tags WHERE photo_id ${IN_IDS} AND tag_id = @tagId`
  const about = { ids: JSON.stringify(ids), tagId }
  db.prepare(given).run(about)
  db.prepare(removed).run(about)
}
