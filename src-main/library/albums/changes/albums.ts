import { say } from '../../../contract/sentences/say.ts'
import type { AlbumId } from '../../../contract/library/albums.ts'
import { findAlbumName, removeAlbum, writeAlbum } from '../rows/album-rows.ts'
import {
  type ChangeKind,
  type ChangeContext,
  type Group,
  groupByState,
  riskOf,
  consistsOfParts,
} from '../../history/kinds/change-kind.ts'
import { type AlbumPlace, readPlaces, writePlaces } from '../rows/album-places.ts'
import type { PutPhotos } from '../rows/album-members.ts'

/**
 * Creates, renames or removes an album. `name` is its name, or the last one before it was removed; a new album gets
 * `place`.
 */
type ChangeAlbum = {
  kind: 'album'
  id: AlbumId
  name: string
  formerName?: string
  place: { parentId: AlbumId | null; position: number }
  isRemoved: boolean
}

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

/** Moves an album or a saved search, called `name`, to another place; its siblings may move up. */
type MoveAlbum = { kind: 'album-places'; name: string; places: readonly AlbumPlace[] }

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

/** Puts photos into an album, or moves them within it. */
type PutIntoAlbum = { kind: 'put-into-album'; album: AlbumId; name: string } & PutPhotos
/** Takes photos out of an album. */
type TakeOutOfAlbum = { kind: 'take-out-of-album'; album: AlbumId; name: string }

/** The place that the change itself gives a photo. */
const PUT = 'put'

const common = { subject: 'photos', isUnwritten: true } as const

/** The state is the position of the photo; null if it is not in the album. */
export const putIntoAlbum: ChangeKind<PutIntoAlbum, number | null | typeof PUT> = {
  ...common,
  kind: 'put-into-album',
  given: () => PUT,
  read: (context, change, ids) => {
    const places = placesOf(change)
    return groupByState(
      readPositions(context, change.album, ids).map(([id, position]): [number, number | string | null] => [
        id,
        position !== null && position === places.get(id) ? PUT : position,
      ]),
    ) as Group<number | null | typeof PUT>[]
  },
  write: (context, change, ids, state) => {
    if (state !== PUT) return writePositions(context, change.album, [{ state, ids }])
    const wanted = new Set(ids)
    const { album, from, step, photos } = change
    const rows = photos.flatMap((id, place) => (wanted.has(id) ? [[id, place]] : []))
    context.db.prepare(PUT_ROWS).run({ album, from, step, rows: JSON.stringify(rows) })
  },
  writeGroups: (context, change, groups) => {
    const [put, others] = [groups.filter(({ state }) => state === PUT), groups.filter(isPosition)]
    for (const { ids } of put) putIntoAlbum.write(context, change, ids, PUT)
    writePositions(context, change.album, others)
  },
  tell: ({ changed }, { album }, ids) => changed.album(album, ids),
  renumber: (change, find) => ({ ...change, photos: change.photos.map((id) => find(id) ?? 0) }),
  describe: ({ name }, count) => say('changes.albumPut', { photos: count, name }),
}

export const takeOutOfAlbum: ChangeKind<TakeOutOfAlbum, number | null> = {
  ...common,
  kind: 'take-out-of-album',
  announces: () => ['photos', 'albums.changed'],
  given: () => null,
  read: (context, { album }, ids) => groupByState(readPositions(context, album, ids)),
  write: (context, { album }, ids, state) => writePositions(context, album, [{ state, ids }]),
  writeGroups: (context, { album }, groups) => writePositions(context, album, groups),
  tell: ({ changed }, { album }, ids) => changed.album(album, ids),
  describe: ({ name }, count) => say('changes.albumTakenOut', { photos: count, name }),
}

const PUT_ROWS = `INSERT INTO album_photos (album_id, photo_id, position)
  SELECT @album, value ->> 0, @from + (value ->> 1) * @step FROM json_each(@rows) WHERE true
  ON CONFLICT (album_id, photo_id) DO UPDATE SET position = excluded.position`

/** Computed as SQLite does when it writes, so that photos that have not moved since are recognised. */
const placesOf = ({ photos, from, step }: PutPhotos): Map<number, number> =>
  new Map(photos.map((id, place) => [id, from + place * step]))

const readPositions = ({ db }: ChangeContext, album: AlbumId, ids: readonly number[]): [number, number | null][] =>
  db
    .prepare<[object], [number, number | null]>(
      `SELECT p.id, a.position FROM photos p LEFT JOIN album_photos a ON a.album_id = @album AND a.photo_id = p.id
       WHERE p.id IN (SELECT value FROM json_each(@ids)) ORDER BY p.id`,
    )
    .raw()
    .all({ album, ids: JSON.stringify(ids) })

type Positions = Group<number | null>

const isPosition = (group: Group<number | null | typeof PUT>): group is Positions => group.state !== PUT

/** Each photo of an album may have its own position; null takes photos out. */
function writePositions({ db }: ChangeContext, album: AlbumId, groups: readonly Positions[]): void {
  const gone = groups.filter(({ state }) => state === null).flatMap(({ ids }) => ids)
  const rows = groups.flatMap(({ state, ids }) => (state === null ? [] : ids.map((id) => [id, state])))
  if (gone.length > 0)
    db.prepare(
      'DELETE FROM album_photos WHERE album_id = @album AND photo_id IN (SELECT value FROM json_each(@ids))',
    ).run({ album, ids: JSON.stringify(gone) })
  if (rows.length > 0)
    db.prepare(
      `INSERT INTO album_photos (album_id, photo_id, position)
       SELECT @album, value ->> 0, value ->> 1 FROM json_each(@rows) WHERE true
       ON CONFLICT (album_id, photo_id) DO UPDATE SET position = excluded.position`,
    ).run({ album, rows: JSON.stringify(rows) })
}

/** Puts photos into an album, or moves them within it: `photos` of them. It consists of other changes. */
export type ChangeAlbumPhotos = { kind: 'album-photos'; how: 'put' | 'move'; name: string; photos: number }

export const albumPhotos: ChangeKind<ChangeAlbumPhotos, null> = {
  ...consistsOfParts,
  kind: 'album-photos',
  isUnwritten: true,
  announces: () => ['photos', 'albums.changed'],
  risk: riskOf('backups.album'),
  describe: ({ how, name, photos }) =>
    say(how === 'put' ? 'changes.albumPut' : 'changes.albumOrdered', { photos, name }),
}
