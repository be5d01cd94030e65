import type { RotateTurn } from '../../../../contract/library/rotate.ts'
import type { ChangeKind } from './change-kind.ts'
import { countPhotos } from './words.ts'

/**
 * Turns photos: `photos` of them. It consists of other changes, which its pieces name: an orientation for photos that
 * had the same one.
 */
export type Rotate = { kind: 'rotate'; turn: Exclude<RotateTurn, 'as-file'>; photos: number }

const ways: Readonly<Record<Rotate['turn'], string>> = {
  left: 'to the left',
  right: 'to the right',
  half: 'half round',
}

export const rotate: ChangeKind<Rotate, null> = {
  kind: 'rotate',
  subject: 'photos',
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ turn, photos }) => `Turned ${countPhotos(photos)} ${ways[turn]}`,
  photosOf: ({ photos }) => photos,
}
