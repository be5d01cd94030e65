import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AlbumRef } from '../../../../src-main/contract/library/albums.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { find, openForTest, openWithRoot } from '../../catalog/library.ts'
import { LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'

function make({ changes, albums }: Catalog, name: string, parentId: number | null = null): number {
  const id = albums.newId()
  changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name, place: albums.lastPlace(parentId), isRemoved: false })
  return id
}

function put(catalog: Catalog, album: number, ids: number[], how: { before?: number; isMove?: boolean } = {}): void {
  const { before = null, isMove = false } = how
  const { name } = catalog.albums.get(album)
  const parts = catalog.albums
    .planPut(album, ids, { before, isMove })
    .map((part) => ({ change: { kind: 'put-into-album' as const, album, name, ...part }, ids: part.photos }))
  const run = catalog.changes.beginBatch({ kind: 'album-photos', how: 'put', name, photos: ids.length }, parts)
  while (!run.isDone) catalog.changes.step(run)
}

const inOrder = (catalog: Catalog, albumId: number) => find(catalog, { albumId }, { by: 'album', order: 'asc' })

test('photos keep the order they were added in, move before others and leave; each step can be undone', () => {
  const { catalog, add } = openWithRoot()
  const { changes, albums } = catalog
  const [a = 0, b = 0, c = 0, d = 0] = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
  const album = make(catalog, 'Rome')
  put(catalog, album, [c, a, b])
  put(catalog, album, [b, d], { before: a }) // b is already in the album
  expect(albums.photos(album)).toEqual([c, d, a, b])
  expect(inOrder(catalog, album)).toEqual([c, d, a, b])
  put(catalog, album, [b, c], { before: d, isMove: true })
  expect(inOrder(catalog, album)).toEqual([b, c, d, a])
  expect(find(catalog, { albumId: album }, { by: 'album', order: 'desc' })).toEqual([a, d, c, b])
  changes.apply({ kind: 'take-out-of-album', album, name: 'Rome', ids: [c] })
  expect(inOrder(catalog, album)).toEqual([b, d, a])
  changes.undo()
  changes.undo()
  expect(inOrder(catalog, album)).toEqual([c, d, a, b])
  changes.undo()
  changes.undo()
  expect(inOrder(catalog, album)).toEqual([])
  changes.redo()
  changes.redo()
  changes.redo()
  expect(inOrder(catalog, album)).toEqual([b, c, d, a])
  expect(() => albums.planPut(album, [99], { before: null, isMove: false })).toThrow('There is no photo with the id 99')
  expect(() => albums.get(77)).toThrow(expect.objectContaining({ code: 'bad-params' }))
})

test('photos that move before one of them keep their order, and two that an undo put at one place have two', () => {
  const { catalog, add } = openWithRoot()
  const { changes, albums } = catalog
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = add('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg')
  const album = make(catalog, 'Rome')
  put(catalog, album, [a, b, c, d])
  put(catalog, album, [a, c, b], { before: c, isMove: true })
  expect(albums.photos(album)).toEqual([a, c, b, d])
  put(catalog, album, [a, d], { before: d, isMove: true })
  expect(albums.photos(album)).toEqual([c, b, a, d])

  const { changeId } = changes.apply({ kind: 'take-out-of-album', album, name: 'Rome', ids: [d] })
  put(catalog, album, [e])
  changes.undo(changeId!) // d and e are at one position now
  expect(albums.photos(album)).toEqual([c, b, a, d, e])
  put(catalog, album, [b], { before: e, isMove: true })
  expect(albums.photos(album)).toEqual([c, a, d, b, e])
})

test('moving one photo before the same neighbour repeatedly never runs out of positions', () => {
  const { catalog, add } = openWithRoot()
  const ids = add(...Array.from({ length: 60 }, (_, i) => `${i}.jpg`))
  const album = make(catalog, 'Rome')
  put(catalog, album, ids.slice(0, 2))
  for (const id of ids.slice(2)) put(catalog, album, [id], { before: ids[1]! })
  expect(catalog.albums.photos(album)).toEqual([ids[0], ...ids.slice(2), ids[1]])
})

test('an album includes the albums inside it, is found by name or path, and can be excluded', () => {
  const { catalog, add } = openWithRoot()
  const [a = 0, b = 0, c = 0] = add('a.jpg', 'b.jpg', 'c.jpg')
  const travel = make(catalog, 'Travel')
  const rome = make(catalog, 'Rome at night', travel)
  make(catalog, 'Empty')
  put(catalog, travel, [a])
  put(catalog, rome, [b, a])
  expect(find(catalog, { albumId: travel })).toEqual([a, b])
  expect(find(catalog, { text: 'album:travel' })).toEqual([a, b])
  expect(find(catalog, { text: 'album:rome' })).toEqual([a, b])
  expect(find(catalog, { text: 'album:"Travel/Rome at"' })).toEqual([a, b])
  expect(find(catalog, { text: 'album="Rome"' })).toEqual([])
  expect(find(catalog, { text: '-album:rome' })).toEqual([c])
  expect(find(catalog, { text: 'album:rome' }, { by: 'album', order: 'asc' })).toEqual([b, a])
  expect(find(catalog, { albumId: 99 })).toEqual([])
  expect(catalog.search.facets({}).albums).toEqual([
    { id: travel, name: 'Travel', path: 'Travel', count: 2 },
    { id: rome, name: 'Rome at night', path: 'Travel/Rome at night', count: 2 },
  ])
  expect(catalog.albums.of([a, c])).toEqual([
    { id: travel, name: 'Travel', path: 'Travel', count: 1 },
    { id: rome, name: 'Rome at night', path: 'Travel/Rome at night', count: 1 },
  ])
  expect(catalog.search.complete('rom', 'album', 5)).toMatchObject([{ value: 'Travel/Rome at night', count: 2 }])
})

test('a smart album is a saved search among albums; one that refers to itself is cut off', () => {
  const { catalog, add } = openWithRoot()
  const [a = 0, b = 0] = add('a.jpg', 'b.jpg')
  const travel = make(catalog, 'Travel')
  put(catalog, travel, [a])
  catalog.changes.apply({ kind: 'rate', ids: [b], rating: 5 })
  const search = { name: 'Best', text: 'rating:5', sort: { by: 'takenAt', order: 'desc' } as const, folderId: null }
  const place = catalog.albums.lastPlace(travel)
  catalog.changes.apply({ kind: 'saved-search', ids: LIBRARY_IDS, id: 1, name: 'Best', search, place })
  expect(find(catalog, { albumId: travel })).toEqual([a, b])
  expect(find(catalog, { text: 'album:best' })).toEqual([b])
  const circular = { ...search, name: 'Loop', text: 'album:travel' }
  catalog.changes.apply({ kind: 'saved-search', ids: LIBRARY_IDS, id: 2, name: 'Loop', search: circular, place })
  expect(find(catalog, { albumId: travel })).toEqual([a, b])
  catalog.changes.apply({ kind: 'album', ids: LIBRARY_IDS, id: travel, name: 'Travel', place, isRemoved: true })
  expect(catalog.searches.list()).toEqual([])
  catalog.changes.undo()
  expect(catalog.searches.list()).toHaveLength(2)
})

test('albums are renamed, moved and removed with everything inside; undo brings them back', () => {
  const { catalog, add } = openWithRoot()
  const { albums, changes } = catalog
  const [a = 0] = add('a.jpg')
  const [travel, rome, work] = [make(catalog, 'Travel'), make(catalog, 'Rome'), make(catalog, 'Work')]
  const names = () => albums.paths().map(({ path }) => path)
  const move = (id: number, parentId: number | null, before: number | null = null) =>
    changes.apply({
      kind: 'album-places',
      ids: LIBRARY_IDS,
      name: 'x',
      places: albums.planMove({
        moved: { kind: 'album', id },
        parentId,
        before: before === null ? null : { kind: 'album', id: before },
      }),
    })
  move(rome, travel)
  move(work, null, travel)
  expect(names()).toEqual(['Work', 'Travel', 'Travel/Rome'])
  expect(() => move(travel, rome)).toThrow('An album cannot lie in itself.')
  expect(() => albums.requireFreeName('WORK', null)).toThrow('There is an album called “Work” here already.')
  put(catalog, rome, [a])
  changes.apply({
    kind: 'album',
    ids: LIBRARY_IDS,
    id: travel,
    name: 'Travel',
    place: albums.lastPlace(null),
    isRemoved: true,
  })
  expect(names()).toEqual(['Work'])
  expect(find(catalog, { albumId: travel })).toEqual([])
  changes.undo()
  expect(names()).toEqual(['Work', 'Travel', 'Travel/Rome'])
  expect(find(catalog, { albumId: travel })).toEqual([a])
  changes.undo() // the photo
  changes.undo()
  changes.undo()
  expect(names()).toEqual(['Travel', 'Rome', 'Work'])
})

/** Albums that move come to the end of where they are put. */
function openAlbums() {
  const { catalog } = openWithRoot()
  const { albums, changes } = catalog
  const move = (moved: AlbumRef, parentId: number | null) => {
    const places = albums.planMove({ moved, parentId, before: null })
    return changes.apply({ kind: 'album-places', ids: LIBRARY_IDS, name: 'x', places }).changeId!
  }
  const remove = (id: number) => {
    const { name } = albums.get(id)
    const place = albums.lastPlace(null)
    return changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name, place, isRemoved: true }).changeId!
  }
  return {
    catalog,
    changes,
    make: (name: string, parentId: number | null = null) => make(catalog, name, parentId),
    move,
    remove,
    paths: () => albums.paths().map(({ path }) => path),
  }
}

describe('an undo that is not of the last change', () => {
  test('puts no album into itself', () => {
    const { make, move, changes, paths } = openAlbums()
    const travel = make('Travel')
    const rome = make('Rome', travel)
    const out = move({ kind: 'album', id: rome }, null)
    move({ kind: 'album', id: travel }, rome)
    changes.undo(out)
    expect(paths()).toEqual(['Rome', 'Rome/Travel'])
  })

  test('shows an album at the top if the one around it was removed meanwhile', () => {
    const { make, move, remove, changes, paths } = openAlbums()
    const travel = make('Travel')
    const rome = make('Rome', travel)
    const oslo = make('Oslo', travel)
    make('Lazio', rome)
    const removedRome = remove(rome)
    const movedOslo = move({ kind: 'album', id: oslo }, null)
    const removedTravel = remove(travel)
    changes.undo(removedRome)
    changes.undo(movedOslo)
    expect(paths().toSorted()).toEqual(['Oslo', 'Rome', 'Rome/Lazio'])
    changes.undo(removedTravel)
    expect(paths().toSorted()).toEqual(['Oslo', 'Rome', 'Rome/Lazio', 'Travel'])
  })

  test('shows a saved search at the top if the album around it was removed meanwhile', () => {
    const { catalog, make, move, remove, changes, paths } = openAlbums()
    const [travel, best] = [make('Travel'), 1]
    const search = { name: 'Best', text: 'rating:5', sort: { by: 'takenAt', order: 'desc' } as const, folderId: null }
    const place = catalog.albums.lastPlace(travel)
    const save = (state: typeof search | null) =>
      changes.apply({ kind: 'saved-search', ids: LIBRARY_IDS, id: best, name: 'Best', search: state, place }).changeId!
    save(search)
    const removedSearch = save(null)
    const removedTravel = remove(travel)
    changes.undo(removedSearch)
    expect(catalog.searches.list()).toMatchObject([{ name: 'Best' }])
    changes.undo(removedTravel)
    move({ kind: 'smart', id: best }, travel)
    const movedOut = move({ kind: 'smart', id: best }, null)
    remove(travel)
    changes.undo(movedOut)
    expect([paths(), catalog.searches.list()]).toMatchObject([[], [{ name: 'Best' }]])
  })

  test('changes nothing of what is in a removed album', () => {
    const { make, move, remove, changes, paths } = openAlbums()
    const travel = make('Travel')
    const rome = make('Rome', travel)
    make('Oslo', travel)
    const last = move({ kind: 'album', id: rome }, travel)
    const removed = remove(travel)
    changes.undo(last)
    expect(paths()).toEqual([])
    changes.undo(removed)
    expect(paths()).toEqual(['Travel', 'Travel/Rome', 'Travel/Oslo'])
  })
})

test('albums removed long ago are deleted in pieces', () => {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg', 'c.jpg')
  const travel = make(catalog, 'Travel')
  const rome = make(catalog, 'Rome', travel)
  put(catalog, travel, ids)
  put(catalog, rome, ids)
  const place = catalog.albums.lastPlace(null)
  catalog.changes.apply({ kind: 'album', ids: LIBRARY_IDS, id: travel, name: 'Travel', place, isRemoved: true })
  expect(catalog.albums.purgeSome(1_700_000_000_000, 2)).toBe(false)
  let rounds = 0
  while (catalog.albums.purgeSome(1_700_000_000_001, 2)) rounds++
  expect(rounds).toBeGreaterThan(3)
  expect(catalog.albums.photos(travel)).toEqual([])
  expect(catalog.albums.photos(rome)).toEqual([])
})

test('a catalogue that lost its latest changes gets its albums back from the journal', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add(...Array.from({ length: 600 }, (_, i) => `${i}.jpg`))
  catalog.close()
  const before = tempFolder()
  cpSync(join(folder, 'library.db'), join(before, 'library.db'))
  const again = openForTest(folder)
  const album = make(again, 'Rome')
  const wanted = ids.toReversed()
  put(again, album, wanted)
  put(again, album, [wanted[0]!], { before: wanted[500]!, isMove: true })
  const order = again.albums.photos(album)
  again.close()
  cpSync(join(before, 'library.db'), join(folder, 'library.db'))
  const restored = openForTest(folder)
  expect(restored.albums.photos(album)).toEqual(order)
  restored.changes.undo()
  expect(restored.albums.photos(album)).toEqual(wanted)
})
