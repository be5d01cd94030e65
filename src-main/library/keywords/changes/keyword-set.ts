import { say } from '../../../contract/sentences/say.ts'
import type { KeywordSet } from '../../../contract/library/keywords.ts'
import { findSet, writeSet } from '../rows/keyword-rows.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

type State = Omit<KeywordSet, 'id'>

/** Saves a set of keywords under a name, or removes it. */
export type ChangeKeywordSet = { kind: 'keyword-set'; id: number; name: string; set: State | null }

/** The state is the complete set. */
export const keywordSet: ChangeKind<ChangeKeywordSet, State | null> = {
  kind: 'keyword-set',
  subject: 'library',
  announces: () => ['keywords.changed'],
  given: (_context, { set }) => (set === null ? null : { name: set.name, keywords: set.keywords }),
  read: ({ db }, { id }, ids) => [{ state: findSet(db, id), ids }],
  write: ({ db }, { id }, _ids, state) => writeSet(db, id, state),
  tell: () => undefined, // it finds no photo
  describe: ({ name, set }) => say(set === null ? 'keywords.setRemoved' : 'keywords.setSaved', { name }),
  photosOf: () => 0,
}
