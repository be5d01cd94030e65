import { expect, test, vi } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/events.ts'
import { PersonChanges } from '../../../src-main/core/changes/person-changes.ts'
import { find, openWithRoot } from '../catalog/library.ts'

const MANY = 9000

function open() {
  const { catalog, add } = openWithRoot()
  const ids = add(...Array.from({ length: MANY }, (_, i) => `${i}.jpg`))
  const events: LibraryEvent['type'][] = []
  const told: number[] = []
  const hub = {
    everythingChanged: () => undefined,
    photosChanged: (changed: readonly number[]) => void told.push(changed.length),
    publish: ({ type }: LibraryEvent) => void events.push(type),
  }
  const risks: string[] = []
  const beforeRisky = async (note: string) => void risks.push(note)
  const ignore = () => undefined
  const handlers = {
    beforeRisky,
    onFoldersChanged: ignore,
    onClassifierChanged: ignore,
    onWritingChanged: ignore,
    putBack: () => Promise.resolve(''),
    undoExport: async () => '',
  }
  const changes = new PersonChanges({ catalog, hub, ...handlers })
  return { catalog, ids, events, told, risks, changes }
}

test(
  'a batch lets other calls in between, is one entry and one event, and says what it did',
  { tags: 'night' },
  async () => {
    const { catalog, ids, events, told, changes } = open()
    const seen = new Set<number>()
    let isDone = false
    const batch = changes.apply({ kind: 'rate', ids, rating: 3 }).finally(() => {
      isDone = true
    })
    while (!isDone) {
      seen.add(find(catalog, { ratingFrom: 3 }).length)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await batch).toEqual({ changeId: 1, count: MANY, kept: 0, sentence: 'Rated 9,000 photos with 3 stars' })
    expect(seen.size).toBeGreaterThan(2)
    expect([told, events]).toEqual([[MANY], ['history.changed']])
    expect(changes.history(9)).toHaveLength(1)
  },
)

test('a large batch, and the removal of a folder, are told before they begin', { tags: 'night' }, async () => {
  const { catalog, ids, risks, changes } = open()
  await changes.apply({ kind: 'rate', ids: ids.slice(0, 999), rating: 1 })
  expect(risks).toEqual([])
  await changes.apply({ kind: 'rate', ids: ids.slice(0, 1000), rating: 2 })
  const [root] = catalog.folders.roots()
  await changes.apply({ kind: 'remove-folder', ids: [root!.id], path: root!.path, photos: MANY })
  expect(risks).toEqual(['a change of 1,000 photos', 'removing a folder'])
})

test('words that a large batch writes are found, and merged as before afterwards', { tags: 'night' }, async () => {
  const { catalog, ids, changes } = open()
  await changes.apply({ kind: 'caption', ids, text: 'gulls' })
  expect(find(catalog, { text: 'gulls' })).toEqual(ids)
  const hold = vi.spyOn(catalog.merging, 'hold')
  const release = vi.spyOn(catalog.merging, 'release')
  await changes.undo()
  expect(find(catalog, { text: 'gulls' })).toEqual([])
  expect([hold, release].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('an undo waits for the batch that it is meant for', { tags: 'night' }, async () => {
  const { catalog, ids, changes } = open()
  const batch = changes.apply({ kind: 'add-tag', ids, name: 'sea' })
  const undone = await changes.undo()
  expect(undone).toEqual({
    changeId: (await batch).changeId,
    count: MANY,
    kept: 0,
    sentence: 'Undone: Added the tag “sea” to 9,000 photos',
  })
  expect(find(catalog, { tags: ['sea'] })).toEqual([])
  expect((await changes.redo()).count).toBe(MANY)
  expect(find(catalog, { tags: ['sea'] })).toEqual(ids)
})

test('an undo says how many photos it left alone', async () => {
  const { ids, changes } = open()
  const { changeId } = await changes.apply({ kind: 'rate', ids: ids.slice(0, 5), rating: 1 })
  await changes.apply({ kind: 'rate', ids: ids.slice(0, 2), rating: 2 })
  expect(await changes.undo(changeId!)).toMatchObject({
    count: 3,
    kept: 2,
    sentence: 'Undone: Rated 5 photos with 1 star. 2 photos were changed since and stay as they are',
  })
})

test('nothing to do is said, and changes nothing', { tags: 'night' }, async () => {
  const { ids, events, changes } = open()
  expect(await changes.undo()).toEqual({ changeId: null, count: 0, kept: 0, sentence: 'There is nothing to undo' })
  await changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 0 })
  expect(await changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 0 })).toEqual({
    changeId: null,
    count: 0,
    kept: 0,
    sentence: 'Nothing was changed',
  })
  expect(await changes.redo()).toMatchObject({ changeId: null, sentence: 'There is nothing to redo' })
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
