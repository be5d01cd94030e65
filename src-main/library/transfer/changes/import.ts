import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf } from '../../history/kinds/change-kind.ts'

/**
 * Takes over what a person did in another program. `from` says where it comes from, for example `the Lightroom
 * catalogue Holidays.lrcat`; older edits in English. It consists of other changes, which its pieces name.
 */
export type Import = { kind: 'import'; from: Text | string; photos: number }

export const importWork: ChangeKind<Import, null> = {
  kind: 'import',
  subject: 'photos',
  isText: true,
  hasParts: true,
  announces: () => ['photos', 'keywords.changed', 'albums.changed'],
  risk: riskOf('backups.import'),
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ from, photos }) => say('changes.imported', { source: from, photos }),
  photosOf: ({ photos }) => photos,
}
