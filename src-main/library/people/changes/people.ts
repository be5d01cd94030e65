import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf, type Group, consistsOfParts } from '../../history/kinds/change-kind.ts'
import { AppError } from '../../../contract/errors.ts'
import { createFullText } from '../../metadata/rows/full-text.ts'
import { type FaceStatement, readStatements, tidyStatements, writeStatements } from '../rows/face-statements.ts'
import { noteDue, renewNamedFaces } from '../rows/named-faces.ts'
import { findPerson, type PersonFlags, photosOfPerson, writeFlags } from '../rows/people-rows.ts'

/** A person's action on faces, as named in the history. */
export type PeopleAction =
  | 'named'
  | 'refused'
  | 'ignored'
  | 'heeded'
  | 'released'
  | 'merged'
  | 'renamed'
  | 'removed'
  | 'copied'

/**
 * Names faces, refuses a person for them, ignores them, or merges two people. `faces` is their number. It consists of
 * `faces` changes, a part for each photo.
 */
export type ChangePeople = {
  kind: 'people'
  action: PeopleAction
  name: string
  /** The new name if somebody was renamed or merged. */
  into?: string
  faces: number
  photos: number
}

const sentences: Readonly<Record<PeopleAction, (change: ChangePeople) => Text>> = {
  named: ({ name, faces }) => say('people.named', { faces, name }),
  refused: ({ name, faces }) => say('people.refused', { faces, name }),
  ignored: ({ faces }) => say('people.ignored', { faces }),
  heeded: ({ faces }) => say('people.heeded', { faces }),
  released: ({ name, faces }) => say('people.released', { faces, name }),
  merged: ({ name, into = '', faces }) => say('people.merged', { from: name, to: into, faces }),
  renamed: ({ name, into = '' }) => say('people.renamed', { from: name, to: into }),
  removed: ({ name, faces }) => say('people.removed', { name, faces }),
  copied: ({ faces, photos }) => say('people.copied', { faces, photos }),
}

export const people: ChangeKind<ChangePeople, null> = {
  ...consistsOfParts,
  kind: 'people',
  isText: true,
  hasParts: true,
  // Merged, renamed or removed people have another name, or none: who is private changes with it.
  announces: ({ action, into }) => (into !== undefined || action === 'removed' ? ['all-photos'] : ['photos']),
  risk: riskOf('backups.faceNames'),
  describe: (change) => sentences[change.action](change),
}

/** Sets the persons of photos' faces. It is a part of a `people` change: photos rarely have the same faces. */
type SetFaces = { kind: 'faces'; faces: readonly FaceStatement[] }

/** The state is everything that the person stated about the faces of a photo. */
export const faces: ChangeKind<SetFaces, FaceStatement[]> = {
  kind: 'faces',
  subject: 'photos',
  isText: true,
  check: ({ faces: statements }) => {
    if (statements.some(({ name }) => name?.trim() === ''))
      throw new AppError('bad-params', say('errors.personUnnamed'))
  },
  given: (_context, { faces: statements }) => tidyStatements(statements),
  read: ({ db }, _change, ids) => {
    const known = db
      .prepare<[string], number>('SELECT id FROM photos WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
      .pluck()
      .all(JSON.stringify(ids))
    const statements = readStatements(db, known)
    return known.map((id): Group<FaceStatement[]> => ({ state: tidyStatements(statements.get(id) ?? []), ids: [id] }))
  },
  write: ({ db }, _change, ids, state) => {
    writeStatements(db, ids, state)
    const fullText = createFullText(db)
    for (const id of ids) {
      renewNamedFaces(db, id)
      noteDue(db, id)
      fullText.put(id)
    }
  },
  describe: (_change, count) => say('people.facesNamed', { photos: count }),
}

/** What the person wants for someone whose faces they named: no suggestions, or their photos private. */
type SetPerson = { kind: 'person'; name: string; neverSuggest: boolean; isPrivate: boolean }

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
