import { say } from '../../../contract/sentences/say.ts'
import { type ChangeKind, riskOf } from '../../history/kinds/change-kind.ts'

/** Puts photos into an album, or moves them within it: `photos` of them. It consists of other changes. */
export type ChangeAlbumPhotos = { kind: 'album-photos'; how: 'put' | 'move'; name: string; photos: number }

export const albumPhotos: ChangeKind<ChangeAlbumPhotos, null> = {
  kind: 'album-photos',
  subject: 'photos',
  isUnwritten: true,
  announces: () => ['photos', 'albums.changed'],
  risk: riskOf('backups.album'),
  given: () => null,
  read: () => [],
  write: () => undefined,
  describe: ({ how, name, photos }) =>
    say(how === 'put' ? 'changes.albumPut' : 'changes.albumOrdered', { photos, name }),
  photosOf: ({ photos }) => photos,
}
