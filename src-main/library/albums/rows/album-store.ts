import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { AlbumId, AlbumMove, PhotoAlbum, AlbumRef } from '../../../contract/library/albums.ts'
import type { Context } from '../../catalog/context/context.ts'
import { atOnce, withBreaks } from '../../search/columns/slices.ts'
import { foldText } from '../../../contract/fold-text.ts'
import { planPut, membersOf, type PutPhotos } from './album-members.ts'
import { albumAndWithin, type AlbumPath, albumPaths } from './album-paths.ts'
import type { AlbumPlace } from './album-places.ts'
import { type AlbumRow, type AlbumTree, readTree } from './album-rows.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** The photo to insert before, or null for the end; whether photos of the album move, or others enter it. */
type HowPut = { before: number | null; isMove: boolean }

/** The place of a photo in an album. */
export type PlaceInAlbum = { album: AlbumId; name: string; path: string; photo: number; position: number }

/** Albums; changes go through `catalog.changes`, like all that a person does. */
export type AlbumStore = {
  /** All visible ones, each level in its order. */
  tree(): AlbumTree
  paths(): AlbumPath[]
  /** An album and those within it, in their order. */
  within(id: AlbumId): AlbumId[]
  /** Throws `bad-params` for an unknown album. */
  get(id: AlbumId): AlbumRow
  /** A number that no album ever had. */
  newId(): AlbumId
  /** The place after everything in an album, or at the top level. Throws `bad-params`. */
  lastPlace(parentId: AlbumId | null): { parentId: AlbumId | null; position: number }
  /** Throws `bad-params` if another album at this place has the name, ignoring case. */
  requireFreeName(name: string, parentId: AlbumId | null, except?: AlbumId): void
  /** The places that change with a move. Throws `bad-params` if an album would be inside itself. */
  planMove(move: AlbumMove): AlbumPlace[]
  /** How photos come into an album; see `planPut`. */
  planPut(id: AlbumId, ids: readonly number[], how: HowPut): PutPhotos[]
  /** The same, with breaks for other work. */
  planPutInSlices(id: AlbumId, ids: readonly number[], how: HowPut): Promise<PutPhotos[]>
  /** Those of some photos that are in an album. */
  members(id: AlbumId, ids: readonly number[]): Set<number>
  /** Ids of the photos of one album in its order. */
  photos(id: AlbumId): number[]
  /** The albums of some photos, each with how many of them are in it. */
  of(ids: readonly number[]): PhotoAlbum[]
  /** Each album that some photos are in, with their positions. */
  places(ids: readonly number[]): PlaceInAlbum[]
  /** Deletes some rows of albums that were removed before a time; false if none is left. */
  purgeSome(beforeMs: number, limit: number): boolean
}

export function createAlbumStore({ db, write }: Pick<Context, 'db' | 'write'>): AlbumStore {
  const tree = () => readTree(db)
  const get = (id: AlbumId) => {
    const found = tree().albums.find((album) => album.id === id)
    if (found === undefined) throw new AppError('bad-params', say('unknown.thing', { thing: 'album', id }))
    return found
  }
  return {
    tree,
    paths: () => albumPaths(tree().albums),
    within: (id) => albumAndWithin(tree().albums, id),
    get,
    newId: () =>
      1 + (db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'albums'").pluck().get() ?? 0),
    lastPlace: (parentId) => {
      if (parentId !== null) get(parentId)
      const { albums, searches } = tree()
      const there = [...albums, ...searches].filter((each) => each.parentId === parentId && each.position < 1e15)
      return { parentId, position: there.reduce((last, { position }) => Math.max(last, Math.floor(position)), 0) + 1 }
    },
    requireFreeName: (name, parentId, except) => {
      const beside = tree().albums.filter((album) => album.parentId === parentId && album.id !== except)
      const other = beside.find((album) => foldText(album.name) === foldText(name.trim()))
      if (other !== undefined) throw new AppError('bad-params', say('errors.albumTaken', { name: other.name }))
    },
    planMove: (move) => planMove(tree(), move),
    planPut: (id, ids, how) => atOnce(planPut(db, get(id).id, ids, how)),
    planPutInSlices: async (id, ids, how) => (await withBreaks(planPut(db, get(id).id, ids, how), () => true)) ?? [],
    ...photoCalls(db, tree),
    purgeSome: (beforeMs, limit) => write(() => purgeAlbums(db, beforeMs, limit)),
  }
}

/** Questions about photos in albums. */
const photoCalls = (
  db: Context['db'],
  tree: () => AlbumTree,
): Pick<AlbumStore, 'members' | 'photos' | 'of' | 'places'> => ({
  members: (id, ids) => membersOf(db, id, ids),
  photos: (id) =>
    db
      .prepare<[number], number>('SELECT photo_id FROM album_photos WHERE album_id = ? ORDER BY position, photo_id')
      .pluck()
      .all(id),
  of: (ids) => albumsOf(albumPaths(tree().albums), countIn(db, ids)),
  places: (ids) => {
    const paths = new Map(albumPaths(tree().albums).map((each) => [each.id, each]))
    return placesOf(db, ids).flatMap((place) => {
      const found = paths.get(place.album)
      return found === undefined ? [] : [{ ...place, name: found.name, path: found.path }]
    })
  },
})

function albumsOf(paths: readonly AlbumPath[], counts: ReadonlyMap<AlbumId, number>): PhotoAlbum[] {
  return paths.flatMap(({ id, name, path }) => {
    const count = counts.get(id)
    return count === undefined ? [] : [{ id, name, path, count }]
  })
}

const countIn = (db: Context['db'], ids: readonly number[]): Map<AlbumId, number> =>
  new Map(
    db
      .prepare<[string], [AlbumId, number]>(
        `SELECT album_id, count(*) FROM json_each(?) j JOIN album_photos a ON a.photo_id = j.value GROUP BY album_id`,
      )
      .raw()
      .all(JSON.stringify(ids)),
  )

const placesOf = (db: Context['db'], ids: readonly number[]) =>
  db
    .prepare<[string], Pick<PlaceInAlbum, 'album' | 'photo' | 'position'>>(
      `SELECT album_id AS album, photo_id AS photo, position FROM json_each(?) j
       JOIN album_photos a ON a.photo_id = j.value ORDER BY album_id, position`,
    )
    .all(JSON.stringify(ids))

/**
 * The places that change when an album or a saved search moves: everything at its new place gets whole numbers again,
 * since that is little. Throws `bad-params` if something is missing, or an album would be inside itself.
 */
function planMove(tree: AlbumTree, { moved, parentId, before }: AlbumMove): AlbumPlace[] {
  const nodes = nodesOf(tree)
  const present = nodes.find((node) => isSame(node, moved))
  if (present === undefined) throw new AppError('bad-params', say('unknown.thing', { thing: 'album', id: moved.id }))
  if (parentId !== null) requireOutside(tree, moved, parentId)
  const beside = nodes.filter((node) => node.parentId === parentId && !isSame(node, moved))
  const at = before === null ? -1 : beside.findIndex((node) => isSame(node, before))
  const ordered = at < 0 ? [...beside, present] : beside.toSpliced(at, 0, present)
  const places = ordered.map(({ kind, id }, place): AlbumPlace => ({ kind, id, parentId, position: place + 1 }))
  return places.filter((place) => {
    const node = nodes.find((each) => isSame(each, place))
    return node?.parentId !== place.parentId || node.position !== place.position
  })
}

/** Albums and saved searches in the order in which they are shown. */
function nodesOf({ albums, searches }: AlbumTree): AlbumPlace[] {
  const nodes = [
    ...albums.map(({ id, parentId, position }): AlbumPlace => ({ kind: 'album', id, parentId, position })),
    ...searches.map(({ searchId, parentId, position }): AlbumPlace => ({
      kind: 'smart',
      id: searchId,
      parentId,
      position,
    })),
  ]
  return nodes.sort((a, b) => a.position - b.position)
}

const isSame = (a: AlbumRef, b: AlbumRef): boolean => a.kind === b.kind && a.id === b.id

function requireOutside({ albums }: AlbumTree, moved: AlbumRef, parentId: AlbumId): void {
  if (!albums.some(({ id }) => id === parentId))
    throw new AppError('bad-params', say('unknown.thing', { thing: 'album', id: parentId }))
  if (moved.kind === 'album' && albumAndWithin(albums, moved.id).includes(parentId))
    throw new AppError('bad-params', say('errors.albumInItself'))
}

/**
 * Deletes at most `limit` photos from an album that was removed before a time, or the album itself once it has no
 * photos or children; false if none is left.
 */
function purgeAlbums(db: Db, beforeMs: number, limit: number): boolean {
  const album = db
    .prepare<[number], number>('SELECT id FROM albums WHERE removed_ms < ? ORDER BY id LIMIT 1')
    .pluck()
    .get(beforeMs)
  if (album === undefined) return false
  const { changes } = db
    .prepare(
      `DELETE FROM album_photos WHERE album_id = @album AND photo_id IN
         (SELECT photo_id FROM album_photos WHERE album_id = @album LIMIT @limit)`,
    )
    .run({ album, limit })
  if (changes === limit) return true
  // Its children are unreachable too, and follow.
  db.prepare('UPDATE albums SET removed_ms = @beforeMs - 1, parent_id = NULL WHERE parent_id = @album').run({
    album,
    beforeMs,
  })
  db.prepare('DELETE FROM saved_searches WHERE id IN (SELECT search_id FROM search_places WHERE parent_id = ?)').run(
    album,
  )
  db.prepare('DELETE FROM search_places WHERE parent_id = ?').run(album)
  db.prepare('DELETE FROM albums WHERE id = ?').run(album)
  return true
}
