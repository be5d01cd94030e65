import { say } from '../../../contract/sentences/say.ts'
import { type AlbumPlace, readPlaces, writePlaces } from '../rows/album-places.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

/** Moves an album or a saved search, called `name`, to another place; its siblings may move up. */
export type MoveAlbum = { kind: 'album-places'; name: string; places: readonly AlbumPlace[] }

/** The state is the place of each of them. */
export const albumPlaces: ChangeKind<MoveAlbum, readonly AlbumPlace[]> = {
  kind: 'album-places',
  subject: 'library',
  announces: () => ['all-photos', 'albums.changed'],
  given: (_context, { places }) => places.map(inOneOrder),
  read: ({ db }, { places }, ids) => [{ state: readPlaces(db, places).map(inOneOrder), ids }],
  write: ({ db }, _change, _ids, places) => writePlaces(db, places),
  tell: ({ changed }) => changed.albums(),
  describe: ({ name }) => say('changes.albumMoved', { name }),
  photosOf: () => 0,
}

/** States are compared as JSON. */
const inOneOrder = ({ kind, id, parentId, position }: AlbumPlace): AlbumPlace => ({ kind, id, parentId, position })
