import type { ChangeKind } from './change-kind.ts'
import { countPhotos } from './words.ts'

/**
 * Takes over what a person did in another program. `from` says where it comes from, for example `the Lightroom
 * catalogue Holidays.lrcat`. It consists of other changes, which its pieces name.
 */
export type Import = { kind: 'import'; from: string; photos: number }

export const importWork: ChangeKind<Import, null> = {
  kind: 'import',
  subject: 'photos',
  isText: true,
  hasParts: true,
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ from, photos }) => `Imported from ${from}: ${countPhotos(photos)}`,
  photosOf: ({ photos }) => photos,
}
