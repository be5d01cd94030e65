import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf, groupByState, consistsOfParts } from '../../history/kinds/change-kind.ts'

/**
 * Gives kept photos the work done to others that show the same: `photos` of them. Its pieces name the changes that it
 * consists of; these may include marks and verdicts.
 */
export type MergeDuplicates = { kind: 'merge-duplicates'; photos: number }

export const mergeDuplicates: ChangeKind<MergeDuplicates, null> = {
  ...consistsOfParts,
  kind: 'merge-duplicates',
  isText: true,
  isDiscreet: true,
  announces: () => ['photos', 'albums.changed'],
  risk: riskOf('backups.merge'),
  describe: ({ photos }) => say('changes.duplicatesMerged', { photos }),
}

/** Declares that photos are not duplicates of each other. The mark distinguishes this group of photos from others. */
type NotDuplicates = { kind: 'not-duplicates'; mark: number }

/** The state is 1 for a photo with the mark. */
export const notDuplicates: ChangeKind<NotDuplicates, number> = {
  kind: 'not-duplicates',
  subject: 'photos',
  given: () => 1,
  read: ({ db }, { mark }, ids) =>
    groupByState(
      db
        .prepare<[object], [number, number]>(
          `SELECT id, EXISTS (SELECT 1 FROM not_duplicates n WHERE n.photo_id = photos.id AND n.mark = @mark)
           FROM photos WHERE id IN (SELECT value FROM json_each(@ids)) ORDER BY id`,
        )
        .raw()
        .all({ mark, ids: JSON.stringify(ids) }),
    ),
  write: ({ db }, { mark }, ids, state) => {
    const sql =
      state === 1
        ? 'INSERT OR IGNORE INTO not_duplicates (photo_id, mark) SELECT value, @mark FROM json_each(@ids)'
        : 'DELETE FROM not_duplicates WHERE mark = @mark AND photo_id IN (SELECT value FROM json_each(@ids))'
    db.prepare(sql).run({ mark, ids: JSON.stringify(ids) })
  },
  describe: (_change, count) => say('changes.notDuplicates', { photos: count }),
}
