import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/** Marks photos as private, or removes the mark. */
export type SetPrivate = { kind: 'private'; isPrivate: boolean }

const READ = 'SELECT id, is_private FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
const WRITE = 'UPDATE photos SET is_private = @state WHERE id IN (SELECT value FROM json_each(@ids))'

/** The state is 1 for a private photo. */
export const privateMark: ChangeKind<SetPrivate, number> = {
  kind: 'private',
  subject: 'photos',
  isDiscreet: true,
  given: (_context, { isPrivate }) => (isPrivate ? 1 : 0),
  read: ({ db }, _change, ids) =>
    groupByState(db.prepare<[string], [number, number]>(READ).raw().all(JSON.stringify(ids))),
  write: ({ db }, _change, ids, state) => void db.prepare(WRITE).run({ state, ids: JSON.stringify(ids) }),
  describe: ({ isPrivate }, count) => say(isPrivate ? 'changes.private' : 'changes.notPrivate', { photos: count }),
}
