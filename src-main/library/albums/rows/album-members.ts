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
  const wanted = [...new Set(ids)].filter((id) => members.has(id) === isMove && id !== before)
  if (!isMove) yield* requirePhotos(db, wanted)
  if (wanted.length === 0) return []
  const next = before === null ? null : positionOf(db, album, before)
  if (next === null) return inParts(wanted, Math.floor(lastPosition(db, album)) + 1, 1)
  const previous = positionBefore(db, album, next, isMove ? new Set(wanted) : new Set())
  const step = (next - previous) / (wanted.length + 1)
  if (step >= MIN_STEP) return inParts(wanted, previous + step, step)
  return inParts(yield* renumbered(db, album, wanted, before), 1, 1)
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

const positionOf = (db: Db, album: AlbumId, photo: number): number | null =>
  db
    .prepare<[number, number], number>('SELECT position FROM album_photos WHERE album_id = ? AND photo_id = ?')
    .pluck()
    .get(album, photo) ?? null

const lastPosition = (db: Db, album: AlbumId): number =>
  db
    .prepare<[number], number>('SELECT coalesce(max(position), 0) FROM album_photos WHERE album_id = ?')
    .pluck()
    .get(album) ?? 0

/** The position of the photo before another one, ignoring photos that move away. */
function positionBefore(db: Db, album: AlbumId, next: number, moved: ReadonlySet<number>): number {
  const rows = db
    .prepare<[number, number], [number, number]>(
      'SELECT photo_id, position FROM album_photos WHERE album_id = ? AND position < ? ORDER BY position DESC',
    )
    .raw()
  for (const [photo, position] of rows.iterate(album, next)) if (!moved.has(photo)) return position
  return next - 1
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
