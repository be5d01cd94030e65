import { reads } from '../../fixtures/reads.ts'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import type { Text } from '../../../src-main/contract/sentences/text.ts'
import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { expect, test, vi } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { PersonChanges } from '../../../src-main/library/history/person-changes.ts'
import { find, openWithRoot } from '../catalog/library.ts'

const MANY = 9000

function open(photos = MANY) {
  const { catalog, add } = openWithRoot()
  const ids = add(...Array.from({ length: photos }, (_, i) => `${i}.jpg`))
  const events: LibraryEvent['type'][] = []
  const reported: number[] = []
  const hub = {
    everythingChanged: () => void reported.push(Infinity),
    photosChanged: (changed: readonly number[]) => void reported.push(changed.length),
    publish: ({ type }: LibraryEvent) => void events.push(type),
  }
  const risks: string[] = []
  const beforeRisky = async (note: Text) => void risks.push(inEnglish(note))
  const follows: string[] = []
  const handlers = {
    beforeRisky,
    onFoldersChanged: () => void follows.push('folders'),
    onClassifierChanged: (id: string) => void follows.push(id),
    onClassifierSet: () => void follows.push('suggestions'),
    onWritingChanged: () => void follows.push('writing'),
    putBack: async (files: readonly unknown[]) => foreign(`${files.length} file is back`),
    undoExport: async () => foreign(''),
  }
  const changes = new PersonChanges({ catalog, hub, ...handlers })
  return { catalog, ids, events, reported, risks, follows, changes }
}

test(
  'a batch lets other calls run in between, is one entry and one event, and reports what it did',
  { tags: 'night' },
  async () => {
    const { catalog, ids, events, reported, changes } = open()
    const seen = new Set<number>()
    let isDone = false
    const batch = changes.apply({ kind: 'rate', ids, rating: 3 }).finally(() => {
      isDone = true
    })
    while (!isDone) {
      seen.add(find(catalog, { ratingFrom: 3 }).length)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await batch).toEqual({
      changeId: 1,
      count: MANY,
      kept: 0,
      sentence: reads('Rated 9,000 photos with 3 stars'),
    })
    expect(seen.size).toBeGreaterThan(2)
    expect([reported, events]).toEqual([[MANY], ['history.changed']])
    expect(changes.history(9)).toHaveLength(1)
  },
)

test('a large batch, and the removal of a folder, are announced before they begin', { tags: 'night' }, async () => {
  const { catalog, ids, risks, changes } = open()
  await changes.apply({ kind: 'rate', ids: ids.slice(0, 999), rating: 1 })
  expect(risks).toEqual([])
  await changes.apply({ kind: 'rate', ids: ids.slice(0, 1000), rating: 2 })
  const [root] = catalog.folders.roots()
  await changes.apply({ kind: 'remove-folder', ids: [root!.id], path: root!.path, photos: MANY })
  expect(risks).toEqual(['a change of 1,000 photos', 'removing a folder'])
})

test('words from a large batch are searchable, and merged as usual afterwards', { tags: 'night' }, async () => {
  const { catalog, ids, changes } = open()
  await changes.apply({ kind: 'caption', ids, text: 'gulls' })
  expect(find(catalog, { text: 'gulls' })).toEqual(ids)
  const hold = vi.spyOn(catalog.merging, 'hold')
  const release = vi.spyOn(catalog.merging, 'release')
  await changes.undo()
  expect(find(catalog, { text: 'gulls' })).toEqual([])
  expect([hold, release].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('an undo waits for the batch it reverts', { tags: 'night' }, async () => {
  const { catalog, ids, changes } = open()
  const batch = changes.apply({ kind: 'add-tag', ids, name: 'sea' })
  const undone = await changes.undo()
  expect(undone).toEqual({
    changeId: (await batch).changeId,
    count: MANY,
    kept: 0,
    sentence: reads('Undone: Added the tag “sea” to 9,000 photos'),
  })
  expect(find(catalog, { tags: ['sea'] })).toEqual([])
  expect((await changes.redo()).count).toBe(MANY)
  expect(find(catalog, { tags: ['sea'] })).toEqual(ids)
})

test('an undo reports how many photos it skipped', async () => {
  const { ids, changes } = open()
  const { changeId } = await changes.apply({ kind: 'rate', ids: ids.slice(0, 5), rating: 1 })
  await changes.apply({ kind: 'rate', ids: ids.slice(0, 2), rating: 2 })
  expect(await changes.undo(changeId!)).toMatchObject({
    count: 3,
    kept: 2,
    sentence: reads('Undone: Rated 5 photos with 1 star. 2 photos were changed since and stay as they are'),
  })
})

test('an empty change is reported, and changes nothing', { tags: 'night' }, async () => {
  const { ids, events, changes } = open()
  expect(await changes.undo()).toEqual({
    changeId: null,
    count: 0,
    kept: 0,
    sentence: reads('There is nothing to undo'),
  })
  await changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 0 })
  expect(await changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 0 })).toEqual({
    changeId: null,
    count: 0,
    kept: 0,
    sentence: reads('Nothing was changed'),
  })
  expect(await changes.redo()).toMatchObject({ changeId: null, sentence: reads('There is nothing to redo') })
  expect(events).toEqual(['history.changed'])
})

test('an unknown photo at the end of a batch stops it before it begins', { tags: 'night' }, async () => {
  const { catalog, ids, changes } = open()
  await expect(changes.apply({ kind: 'rate', ids: [...ids, 99_999], rating: 3 })).rejects.toMatchObject({
    code: 'photo-not-found',
  })
  expect(find(catalog, { ratingFrom: 1 })).toEqual([])
  expect(changes.history(9)).toEqual([])
})

test('each kind of change notifies those concerned, and no others', async () => {
  const { catalog, ids, events, reported, follows, changes } = open(2)
  const [root] = catalog.folders.roots()
  const [id] = ids
  const news = async (work: Promise<unknown>) => {
    await work
    return [events.splice(0).slice(0, -1), reported.splice(0), follows.splice(0)]
  }
  const album = { id: 1, name: 'Norway', place: { parentId: null, position: 1 } }
  const record = { synonyms: ['ocean'], color: '' as const, isExported: true, exportsSynonyms: true }
  expect(await news(changes.apply({ kind: 'rate', ids: [id!], rating: 1 }))).toEqual([[], [1], []])
  expect(await news(changes.apply({ kind: 'keyword', ids: [0], name: 'sea', record }))).toEqual([
    ['keywords.changed'],
    [],
    [],
  ])
  expect(await news(changes.apply({ kind: 'album', ids: [0], ...album, isRemoved: false }))).toEqual([
    ['albums.changed'],
    [Infinity],
    [],
  ])
  expect(await news(changes.undo())).toEqual([['albums.changed'], [Infinity], []])
  expect(await news(changes.apply({ kind: 'metadata-writing', ids: [0], mode: 'sidecars' }))).toEqual([
    [],
    [],
    ['writing'],
  ])
  expect(
    await news(
      changes.applyBatch({ kind: 'import', from: 'a list', photos: 1 }, [
        { change: { kind: 'rate', rating: 5 }, ids: [id!] },
      ]),
    ),
  ).toEqual([['keywords.changed', 'albums.changed'], [1], []])
  expect(await news(changes.apply({ kind: 'remove-folder', ids: [root!.id], path: root!.path, photos: 2 }))).toEqual([
    ['folders.changed'],
    [Infinity],
    ['folders'],
  ])
})

test('each kind of change declares its name for a backup, and what an undo does to files', async () => {
  const { catalog, ids, risks, changes } = open(1)
  await changes.applyBatch({ kind: 'rotate', turn: 'left', photos: 2000 }, [])
  await changes.applyBatch({ kind: 'people', action: 'named', name: 'Ada', faces: 1, photos: 999 }, [])
  expect(risks).toEqual(['a turn of 2,000 photos'])
  const files = [{ photoId: ids[0]!, path: '/photos/0.jpg', bytes: 1, contentHash: 'x' }]
  await changes.apply({ kind: 'trash-photos', ids, files })
  expect(catalog.changes.history(1)[0]!.change).toMatchObject({ files })
  expect(inEnglish((await changes.undo()).sentence)).toBe('Undone: Moved 1 photo to the trash. 1 file is back')
  await expect(changes.redo(1)).rejects.toMatchObject({ code: 'bad-params' })
})

test('going back to an earlier change is one entry, which one undo reverts', async () => {
  const { catalog, ids, changes } = open(3)
  const ratings = () => catalog.photos.tiles(ids).map(({ rating }) => rating)
  const [a, b] = ids as [number, number]
  await changes.apply({ kind: 'rate', ids: [a], rating: 1 })
  await changes.apply({ kind: 'rate', ids: [a], rating: 2 })
  await changes.apply({ kind: 'rate', ids: [b], rating: 3 })
  await changes.undo(3)
  await changes.apply({ kind: 'rate', ids: [a, b], rating: 4 })
  const back = await changes.goBack(1)
  expect(ratings()).toEqual([1, 0, 0])
  expect(inEnglish(back.sentence)).toBe('Went back by 2 changes')
  expect(changes.history(9).map(({ id, isUndone }) => [id, isUndone])).toEqual([
    [5, false],
    [4, true],
    [3, true],
    [2, true],
    [1, false],
  ])
  expect(catalog.changes.photosOf(5)).toEqual([a, b])
  expect(inEnglish((await changes.undo()).sentence)).toBe('Undone: Went back by 2 changes')
  expect(ratings()).toEqual([4, 4, 0])
  await changes.redo()
  expect(ratings()).toEqual([1, 0, 0])
  expect(catalog.check()).toEqual([])
  expect((await changes.goBack(5)).changeId).toBeNull()
  await expect(changes.goBack(77)).rejects.toMatchObject({ code: 'change-not-found' })
})

test('the finished part of an interrupted return is undone', async () => {
  const { catalog, ids, changes } = open(1)
  for (const rating of [1, 2, 3]) await changes.apply({ kind: 'rate', ids, rating })
  catalog.changes.beginGoBack(1)
  catalog.changes.undo(3) // and here the program ended
  expect(inEnglish(changes.history(1)[0]!.sentence)).toBe('Went back by 2 changes (cut off)')
  await changes.undo()
  expect(catalog.photos.tiles(ids)[0]!.rating).toBe(3)
})

test('the photos of a change are found by its number', async () => {
  const { catalog, ids, changes } = open(3)
  const [a, b] = ids as [number, number]
  await changes.apply({ kind: 'rate', ids: [a, b], rating: 1 })
  await changes.apply({ kind: 'rate', ids: [b], rating: 2 })
  expect(find(catalog, { text: 'change:1' }).toSorted()).toEqual([a, b])
  expect(find(catalog, { text: 'change:2' })).toEqual([b])
  expect(find(catalog, { text: 'change:1 -change:2' })).toEqual([a])
  expect(find(catalog, { text: 'change:1,2' })).toHaveLength(2)
  expect(find(catalog, { text: 'change:9' })).toEqual([])
})
