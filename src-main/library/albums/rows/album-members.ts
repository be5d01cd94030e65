import { say } from '../../../contract/sentences/say.ts'
import type { AlbumId } from '../../../contract/library/albums.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { atOnce, type Slices } from '../../search/columns/slices.ts'

/** Photos that are put into an album one after the other: the first at `from`, each of the others `step` later. */
export type PutPhotos = { photos: readonly number[]; from: number; step: number }

/** Photos of one part of a change. */
const PART = 250
/** If two neighbours are closer than this, all positions of the album are renumbered. */
const MIN_STEP = 1e-6
/** Ids that are looked up at a time. */
const CHECKED = 10_000

/**
 * Plans how photos enter an album, before one of its photos or at the end, in the given order. Photos already in it
 * stay where they are; if `isMove`, they are the ones that move. Throws `photo-not-found`.
 */
export function* planPut(
  db: Db,
  album: AlbumId,
  ids: readonly number[],
  { before, isMove }: { before: number | null; isMove: boolean },
): Slices<PutPhotos[]> {
  const members = yield* findMembers(db, album, ids)
  const wanted = [...new Set(ids)].filter((id) => members.has(id) === isMove)
  if (!isMove) yield* requirePhotos(db, wanted)
  if (wanted.length === 0) return []
  const moved = new Set(isMove ? wanted : [])
  const next = before === null ? null : stayingFrom(db, album, before, moved)
  if (next === null) return inParts(wanted, Math.floor(lastPosition(db, album)) + 1, 1)
  const previous = positionBefore(db, album, next, moved)
  const step = (next.position - previous) / (wanted.length + 1)
  if (step >= MIN_STEP) return inParts(wanted, previous + step, step)
  return inParts(yield* renumbered(db, album, wanted, next.photo), 1, 1)
}

/** Ids of some photos that are in an album. */
export const membersOf = (db: Db, album: AlbumId, ids: readonly number[]): Set<number> =>
  atOnce(findMembers(db, album, ids))

function* findMembers(db: Db, album: AlbumId, ids: readonly number[]): Slices<Set<number>> {
  const select = db
    .prepare<[number, string], number>(
      'SELECT photo_id FROM album_photos WHERE album_id = ? AND photo_id IN (SELECT value FROM json_each(?))',
    )
    .pluck()
  const members = new Set<number>()
  for (const chunk of inChunks(ids)) {
    for (const id of select.all(album, JSON.stringify(chunk))) members.add(id)
    yield
  }
  return members
}

function* requirePhotos(db: Db, ids: readonly number[]): Slices<void> {
  const select = db
    .prepare<[string], number>('SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM photos) LIMIT 1')
    .pluck()
  for (const chunk of inChunks(ids)) {
    const unknown = select.get(JSON.stringify(chunk))
    if (unknown !== undefined)
      throw new AppError('photo-not-found', say('unknown.unchanged', { thing: 'photo', id: unknown }))
    yield
  }
}

type Placed = { photo: number; position: number }

/** A photo of an album or, if it moves, the first one behind it that stays; null if there is none. */
function stayingFrom(db: Db, album: AlbumId, photo: number, moved: ReadonlySet<number>): Placed | null {
  const rows = db.prepare<[number, number], Placed>(
    `SELECT b.photo_id AS photo, b.position FROM album_photos a JOIN album_photos b USING (album_id)
     WHERE album_id = ? AND a.photo_id = ? AND b.position >= a.position
       AND (b.position, b.photo_id) >= (a.position, a.photo_id) ORDER BY b.position, b.photo_id`,
  )
  for (const row of rows.iterate(album, photo)) if (!moved.has(row.photo)) return row
  return null
}

const lastPosition = (db: Db, album: AlbumId): number =>
  db
    .prepare<[number], number>('SELECT coalesce(max(position), 0) FROM album_photos WHERE album_id = ?')
    .pluck()
    .get(album) ?? 0

/** The position of the photo before another one, ignoring photos that move away; an undo may have put both at one. */
function positionBefore(db: Db, album: AlbumId, next: Placed, moved: ReadonlySet<number>): number {
  const rows = db.prepare<[{ album: number } & Placed], Placed>(
    `SELECT photo_id AS photo, position FROM album_photos WHERE album_id = @album AND position <= @position
       AND (position, photo_id) < (@position, @photo) ORDER BY position DESC, photo_id DESC`,
  )
  for (const { photo, position } of rows.iterate({ album, ...next })) if (!moved.has(photo)) return position
  return next.position - 1
}

/** The whole album with some photos at their new place. */
function* renumbered(db: Db, album: AlbumId, wanted: readonly number[], before: number | null): Slices<number[]> {
  const moved = new Set(wanted)
  const all = db
    .prepare<[number], number>('SELECT photo_id FROM album_photos WHERE album_id = ? ORDER BY position, photo_id')
    .pluck()
    .all(album)
  yield
  const ordered: number[] = []
  for (const chunk of inChunks(all)) {
    for (const id of chunk) {
      if (id === before) for (const each of wanted) ordered.push(each)
      if (!moved.has(id)) ordered.push(id)
    }
    yield
  }
  return ordered
}

/** The journal keeps each part of a change with its photos; small parts let windows be served in between. */
export function inParts(photos: readonly number[], from: number, step: number): PutPhotos[] {
  return Array.from({ length: Math.ceil(photos.length / PART) }, (_, part) => ({
    photos: photos.slice(part * PART, (part + 1) * PART),
    from: from + part * PART * step,
    step,
  }))
}

const inChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / CHECKED) }, (_, at) => ids.slice(at * CHECKED, (at + 1) * CHECKED))
