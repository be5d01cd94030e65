import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf } from '../../history/kinds/change-kind.ts'

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
  kind: 'people',
  subject: 'photos',
  isText: true,
  hasParts: true,
  // Merged, renamed or removed people have another name, or none: who is private changes with it.
  announces: ({ action, into }) => (into !== undefined || action === 'removed' ? ['all-photos'] : ['photos']),
  risk: riskOf('backups.faceNames'),
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: (change) => sentences[change.action](change),
  photosOf: ({ photos }) => photos,
}
