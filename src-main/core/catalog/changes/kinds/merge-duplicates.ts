import type { ChangeKind } from './change-kind.ts'
import { countPhotos } from './words.ts'

/**
 * Gives photos that are kept what was done to others that show the same: `photos` of them. It consists of other changes,
 * which its pieces name; marks and verdicts may be among them.
 */
export type MergeDuplicates = { kind: 'merge-duplicates'; photos: number }

export const mergeDuplicates: ChangeKind<MergeDuplicates, null> = {
  kind: 'merge-duplicates',
  subject: 'photos',
  isText: true,
  isDiscreet: true,
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ photos }) => `Merged tags and ratings of ${countPhotos(photos)} into the duplicates that are kept`,
  photosOf: ({ photos }) => photos,
}
