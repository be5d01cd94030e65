import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** Puts photos into a stack of the person's; 0: into none, null: where the library groups them. */
export type SetStack = { kind: 'stack'; stack: number | null }

const READ = 'SELECT id, person_stack FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
const WRITE = 'UPDATE photos SET person_stack = @state WHERE id IN (SELECT value FROM json_each(@ids))'

export const stack: ChangeKind<SetStack, number | null> = {
  kind: 'stack',
  subject: 'photos',
  isUnwritten: true,
  given: (_context, change) => change.stack,
  read: ({ db }, _change, ids) =>
    groupByState(db.prepare<[string], [number, number | null]>(READ).raw().all(JSON.stringify(ids))),
  write: ({ db }, _change, ids, state) => void db.prepare(WRITE).run({ state, ids: JSON.stringify(ids) }),
  describe: (change, count) => {
    if (change.stack === null) return say('changes.stacksLeft', { photos: count })
    if (change.stack !== 0) return say('changes.stacked', { photos: count })
    return say('changes.unstacked', { photos: count })
  },
}
