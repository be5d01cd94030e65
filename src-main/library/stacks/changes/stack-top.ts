import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, groupByState } from '../../history/kinds/change-kind.ts'

/**
 * Puts a photo on top of its stack: the one with the largest number is shown for it. `isSuggested` if a suggestion was
 * taken, from which nothing is learned; `isAnswered` if the person chose it among the suggestions of many bursts.
 */
export type SetStackTop = { kind: 'stack-top'; top: number; isSuggested?: true; isAnswered?: true }

const READ = 'SELECT id, stack_top FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
const WRITE = 'UPDATE photos SET stack_top = @state WHERE id IN (SELECT value FROM json_each(@ids))'

export const stackTop: ChangeKind<SetStackTop, number> = {
  kind: 'stack-top',
  subject: 'photos',
  isUnwritten: true,
  given: (_context, change) => change.top,
  read: ({ db }, _change, ids) =>
    groupByState(db.prepare<[string], [number, number]>(READ).raw().all(JSON.stringify(ids))),
  write: ({ db }, _change, ids, state) => void db.prepare(WRITE).run({ state, ids: JSON.stringify(ids) }),
  describe: (_change, count) => (count === 1 ? say('changes.stackTop') : say('changes.stackTops', { photos: count })),
}
