import { say } from '../../../contract/sentences/say.ts'
import { findPerson, type PersonFlags, photosOfPerson, writeFlags } from '../rows/people-rows.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** What the person wants for someone whose faces they named: no suggestions, or their photos private. */
export type SetPerson = { kind: 'person'; name: string; neverSuggest: boolean; isPrivate: boolean }

/** The one id of such a change: its person is named by the change itself. */
export const PERSON_IDS: readonly number[] = [0]

/** The spelling of their name belongs to it: case may change. */
type PersonState = PersonFlags & { name: string }

const stateOf = ({ name, neverSuggest, isPrivate }: PersonState): PersonState => ({ name, neverSuggest, isPrivate })

/** Names may be private: the history omits it while photos are concealed. */
export const person: ChangeKind<SetPerson, PersonState> = {
  kind: 'person',
  subject: 'library',
  isDiscreet: true,
  announces: () => ['all-photos'], // who is private may have changed
  given: (_context, change) => stateOf(change),
  read: ({ db }, { name }, ids) => [
    { state: stateOf(findPerson(db, name) ?? { name, neverSuggest: false, isPrivate: false }), ids },
  ],
  write: ({ db }, _change, _ids, state) => writeFlags(db, state.name, state),
  tell: ({ db, changed }, { name }) => changed.photos(photosOfPerson(db, findPerson(db, name)?.id ?? 0)),
  describe: ({ name, neverSuggest, isPrivate }) =>
    say('people.said', {
      name,
      suggested: neverSuggest ? 'never' : 'other',
      shown: isPrivate ? 'private' : 'other',
    }),
  photosOf: () => 0,
}
