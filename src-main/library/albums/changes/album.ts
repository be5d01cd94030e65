import { say } from '../../../contract/sentences/say.ts'
import type { AlbumId } from '../../../contract/library/albums.ts'
import { findAlbumName, removeAlbum, writeAlbum } from '../rows/album-rows.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/**
 * Creates, renames or removes an album. `name` is its name, or the last one before it was removed; a new album gets
 * `place`.
 */
export type ChangeAlbum = {
  kind: 'album'
  id: AlbumId
  name: string
  formerName?: string
  place: { parentId: AlbumId | null; position: number }
  isRemoved: boolean
}

/** The one id of such a change: its album is named by the change itself. */
export const ALBUM_IDS: readonly number[] = [0]

/** The state is the name, or null if the album does not exist. Its place belongs to another change. */
export const album: ChangeKind<ChangeAlbum, string | null> = {
  kind: 'album',
  subject: 'library',
  announces: () => ['all-photos', 'albums.changed'],
  given: (_context, { name, isRemoved }) => (isRemoved ? null : name),
  read: ({ db }, { id }, ids) => [{ state: findAlbumName(db, id), ids }],
  write: ({ db, now }, { id, place }, _ids, name) => {
    if (name === null) removeAlbum(db, id, now())
    else writeAlbum(db, { id, name, ...place })
  },
  tell: ({ changed }) => changed.albums(),
  describe: ({ name, formerName, isRemoved }) => {
    if (isRemoved) return say('changes.albumRemoved', { name })
    return formerName === undefined
      ? say('changes.albumMade', { name })
      : say('changes.albumRenamed', { from: formerName, to: name })
  },
  photosOf: () => 0,
}
