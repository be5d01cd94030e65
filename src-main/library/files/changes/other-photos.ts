import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** None of the suggested files belongs to these photos: they stay missing, and nobody asks again. */
export type OtherPhotos = { kind: 'other-photos' }

/** The state is whether a question about the photo is open. */
export const otherPhotos: ChangeKind<OtherPhotos, boolean> = {
  kind: 'other-photos',
  subject: 'photos',
  given: () => false,
  read: ({ db }, _change, ids) =>
    groupByState(
      db
        .prepare<[string], [number, number]>(
          `SELECT old_photo_id, max(answer IS NULL) FROM file_questions
           WHERE old_photo_id IN (SELECT value FROM json_each(?)) GROUP BY old_photo_id`,
        )
        .raw()
        .all(JSON.stringify(ids)),
    ).map(({ state, ids: found }) => ({ state: state === 1, ids: found })),
  write: ({ db }, _change, ids, isOpen) => {
    const [before, after] = isOpen ? ['answer = @different', 'NULL'] : ['answer IS NULL', '@different']
    db.prepare(
      `UPDATE file_questions SET answer = ${after}
       WHERE old_photo_id IN (SELECT value FROM json_each(@ids)) AND ${before}`,
    ).run({ ids: JSON.stringify(ids), different: 'different' })
  },
  describe: (_change, count) => say('changes.otherFiles', { photos: count }),
}
