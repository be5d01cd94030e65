import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf } from '../../history/kinds/change-kind.ts'

/**
 * Gives kept photos the work done to others that show the same: `photos` of them. Its pieces name the changes that it
 * consists of; these may include marks and verdicts.
 */
export type MergeDuplicates = { kind: 'merge-duplicates'; photos: number }

export const mergeDuplicates: ChangeKind<MergeDuplicates, null> = {
  kind: 'merge-duplicates',
  subject: 'photos',
  isText: true,
  isDiscreet: true,
  announces: () => ['photos', 'albums.changed'],
  risk: riskOf('backups.merge'),
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ photos }) => say('changes.duplicatesMerged', { photos }),
  photosOf: ({ photos }) => photos,
}
