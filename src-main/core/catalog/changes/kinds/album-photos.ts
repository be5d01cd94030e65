import { say } from '../../../../contract/sentences/say.ts'
import type { AlbumId } from '../../../../contract/library/albums.ts'
import type { PutPhotos } from '../../albums/album-members.ts'
import type { ChangeContext, ChangeKind, Group } from './change-kind.ts'
import { groupByState } from './group-by-state.ts'

/** Puts photos into an album, or moves them within it. */
export type PutIntoAlbum = { kind: 'put-into-album'; album: AlbumId; name: string } & PutPhotos
/** Takes photos out of an album. */
export type TakeOutOfAlbum = { kind: 'take-out-of-album'; album: AlbumId; name: string }

/** Where the change itself puts a photo. */
const PUT = 'put'

const common = { subject: 'photos', isUnwritten: true } as const

/** The state is the position of the photo; null where it is not in the album. */
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
    if (state !== PUT) return writePosition(context, change.album, ids, state)
    const wanted = new Set(ids)
    const { album, from, step, photos } = change
    const rows = photos.flatMap((id, place) => (wanted.has(id) ? [[id, place]] : []))
    context.db.prepare(PUT_ROWS).run({ album, from, step, rows: JSON.stringify(rows) })
  },
  tell: ({ changed }, { album }, ids) => changed.album(album, ids),
  renumber: (change, find) => ({ ...change, photos: change.photos.map((id) => find(id) ?? 0) }),
  describe: ({ name }, count) => say('changes.albumPut', { photos: count, name }),
}

export const takeOutOfAlbum: ChangeKind<TakeOutOfAlbum, number | null> = {
  ...common,
  kind: 'take-out-of-album',
  given: () => null,
  read: (context, { album }, ids) => groupByState(readPositions(context, album, ids)),
  write: (context, { album }, ids, position) => writePosition(context, album, ids, position),
  tell: ({ changed }, { album }, ids) => changed.album(album, ids),
  describe: ({ name }, count) => say('changes.albumTakenOut', { photos: count, name }),
}

const PUT_ROWS = `INSERT INTO album_photos (album_id, photo_id, position)
  SELECT @album, value ->> 0, @from + (value ->> 1) * @step FROM json_each(@rows) WHERE true
  ON CONFLICT (album_id, photo_id) DO UPDATE SET position = excluded.position`

/** Computed as SQLite computes it when it writes, so that a photo that is still where it was put is known. */
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

function writePosition(
  { db }: ChangeContext,
  album: AlbumId,
  photoIds: readonly number[],
  position: number | null,
): void {
  const ids = JSON.stringify(photoIds)
  if (position === null)
    db.prepare(
      'DELETE FROM album_photos WHERE album_id = @album AND photo_id IN (SELECT value FROM json_each(@ids))',
    ).run({ album, ids })
  else
    db.prepare(
      `INSERT INTO album_photos (album_id, photo_id, position) SELECT @album, value, @position FROM json_each(@ids) WHERE true
       ON CONFLICT (album_id, photo_id) DO UPDATE SET position = excluded.position`,
    ).run({ album, ids, position })
}
