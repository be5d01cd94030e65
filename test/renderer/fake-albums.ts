import type { AlbumNode } from '../../src-main/contract/library/albums.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { SavedSearch } from '../../src-main/contract/library/saved-search.ts'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import { implement } from '@orpc/server'
import type { PhotoDetail } from '../../src-main/contract/library/photo.ts'
import type { PhotoQuery } from '../../src-main/contract/library/query.ts'
import { search } from './fake-search.ts'

/** An album of the fake library, with its photos in order. */
export type FakeAlbum = { id: number; parentId: number | null; name: string; ids: number[] }

type State = { albums: FakeAlbum[]; searches: SavedSearch[] }
type Tools = {
  note(call: string, input: unknown): void
  changed(): void
  done(count: number, sentence: string): ChangeResult
}

/** The search with albums: the photos of the requested one, and its order. */
export function searchAlbums(
  albums: readonly FakeAlbum[],
  photos: readonly PhotoDetail[],
  query: PhotoQuery,
): PhotoDetail[] {
  const album = albums.find(({ id }) => id === query.filter.albumId)
  if (query.filter.albumId === undefined) return search(photos, query)
  const ids = album?.ids ?? []
  const found = search(
    photos.filter(({ id }) => ids.includes(id)),
    query,
  )
  if (query.sort.by !== 'album') return found
  const sign = query.sort.order === 'asc' ? 1 : -1
  return found.toSorted((a, b) => sign * (ids.indexOf(a.id) - ids.indexOf(b.id)))
}

const library = implement(libraryContract).albums

/** Albums as in the library: enough for tests of the window. */
export function createFakeAlbums(state: State, { note, changed, done }: Tools) {
  const get = (id: number) => state.albums.find((album) => album.id === id)!
  const finish = (call: string, input: unknown, count = 0): ChangeResult => {
    note(call, input)
    changed()
    return done(count, call)
  }
  return {
    list: library.list.handler((): AlbumNode[] => nodesOf(state, null)),
    create: library.create.handler(({ input }) => {
      const id = 1 + Math.max(0, ...state.albums.map((album) => album.id))
      state.albums.push({ id, parentId: input.parentId, name: input.name, ids: [] })
      return { ...finish('albums.create', input), id }
    }),
    rename: library.rename.handler(({ input }) => {
      get(input.id).name = input.name
      return finish('albums.rename', input)
    }),
    remove: library.remove.handler(({ input }) => {
      state.albums = state.albums.filter(({ id }) => id !== input.id)
      return finish('albums.remove', input)
    }),
    move: library.move.handler(({ input }) => {
      const { kind, id } = input.moved
      if (kind === 'album') get(id).parentId = input.parentId
      return finish('albums.move', input)
    }),
    add: library.add.handler(({ input }) => {
      const album = get(input.id)
      const fresh = input.ids.filter((id) => !album.ids.includes(id))
      album.ids.push(...fresh)
      return finish('albums.add', input, fresh.length)
    }),
    takeOut: library.takeOut.handler(({ input }) => {
      const album = get(input.id)
      album.ids = album.ids.filter((id) => !input.ids.includes(id))
      return finish('albums.takeOut', input, input.ids.length)
    }),
    reorder: library.reorder.handler(({ input }) => {
      const album = get(input.id)
      const rest = album.ids.filter((id) => !input.ids.includes(id))
      const at = input.before === null ? rest.length : rest.indexOf(input.before)
      album.ids = rest.toSpliced(at, 0, ...input.ids)
      return finish('albums.reorder', input, input.ids.length)
    }),
    of: library.of.handler(({ input }) =>
      state.albums.flatMap(({ id, name, ids }) => {
        const count = input.ids.filter((each) => ids.includes(each)).length
        return count === 0 ? [] : [{ id, name, path: name, count }]
      }),
    ),
  }
}

function nodesOf(state: State, parentId: number | null): AlbumNode[] {
  const albums = state.albums
    .filter((album) => album.parentId === parentId)
    .flatMap(({ id, name, ids }): AlbumNode[] => [
      { kind: 'album', id, parentId, name, count: ids.length },
      ...nodesOf(state, id),
    ])
  if (parentId !== null) return albums
  return [
    ...albums,
    ...state.searches.map((search): AlbumNode => ({
      kind: 'smart',
      id: search.id,
      parentId,
      name: search.name,
      search,
    })),
  ]
}
