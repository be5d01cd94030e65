import { say } from '../../../contract/sentences/say.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'
import { readRemoved } from './read-removed.ts'

/** Removes missing photos from the library. All their data is kept for a while. */
export type RemoveMissing = { kind: 'remove-missing' }

/** The state is whether the photo is removed. */
export const removeMissing: ChangeKind<RemoveMissing, boolean> = {
  kind: 'remove-missing',
  subject: 'photos',
  isRemoval: true,
  /** A photo that has a file again stays. */
  choose: ({ db }, _change, ids) =>
    db
      .prepare<[string], number>(
        `SELECT id FROM photos WHERE id IN (SELECT value FROM json_each(?)) AND status = ${photoStatus.number.missing}
         ORDER BY id`,
      )
      .pluck()
      .all(JSON.stringify(ids)),
  given: () => true,
  read: ({ db }, _change, ids) => readRemoved(db, 'photos', ids),
  write: ({ db, now }, _change, ids, isRemoved) => {
    db.prepare('UPDATE photos SET removed_ms = ? WHERE id IN (SELECT value FROM json_each(?))').run(
      isRemoved ? now() : null,
      JSON.stringify(ids),
    )
  },
  describe: (_change, count) => say('changes.missingRemoved', { count }),
}
