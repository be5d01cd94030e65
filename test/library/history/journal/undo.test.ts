import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { find, metadata, openWithRoot, saveTags, tag } from '../../catalog/library.ts'

const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}.jpg`)
const ratingsOf = (catalog: ReturnType<typeof openWithRoot>['catalog'], ids: readonly number[]) =>
  catalog.photos.tiles(ids).map((tile) => tile.rating)

test('undoing an old change keeps later ones', () => {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg', 'b.jpg', 'c.jpg')
  const old = catalog.changes.apply({ kind: 'rate', ids, rating: 2 })
  catalog.changes.apply({ kind: 'rate', ids: [ids[1]!], rating: 5 })
  expect(catalog.changes.undo(old.changeId!)).toEqual({ changeId: old.changeId, ids: [ids[0], ids[2]], kept: 1 })
  expect(ratingsOf(catalog, ids)).toEqual([0, 5, 0])
  expect(catalog.changes.history(9).map(({ isUndone }) => isUndone)).toEqual([false, true])
  expect(catalog.changes.redo(old.changeId!)).toEqual({ changeId: old.changeId, ids: [ids[0], ids[2]], kept: 1 })
  expect(ratingsOf(catalog, ids)).toEqual([2, 5, 2])
})

test('undo goes back and redo forward, one by one; a new change clears redo', () => {
  const { catalog, add } = openWithRoot()
  const ids = add('a.jpg')
  for (const rating of [1, 2, 3]) catalog.changes.apply({ kind: 'rate', ids, rating })
  const seen = () => ratingsOf(catalog, ids)[0]
  const after = (steps: readonly ('undo' | 'redo')[]) => steps.map((step) => [catalog.changes[step]().changeId, seen()])
  expect(after(['undo', 'undo', 'redo', 'redo', 'redo'])).toEqual([
    [3, 2],
    [2, 1],
    [2, 2],
    [3, 3],
    [null, 3],
  ])
  expect(after(['undo', 'undo', 'undo', 'undo'])).toEqual([
    [3, 2],
    [2, 1],
    [1, 0],
    [null, 0],
  ])
  catalog.changes.apply({ kind: 'rate', ids, rating: 4 })
  expect(after(['redo'])).toEqual([[null, 4]])
  expect(catalog.changes.redo(3)).toEqual({ changeId: 3, ids: [], kept: 1 })
})

test('a change that cannot be undone is refused with a reason', () => {
  const { catalog, add } = openWithRoot()
  const { changeId } = catalog.changes.apply({ kind: 'rate', ids: add('a.jpg'), rating: 1 })
  expect(() => catalog.changes.undo(77)).toThrow(expect.objectContaining({ code: 'change-not-found' }))
  expect(() => catalog.changes.redo(changeId!)).toThrow(/is not undone/)
  catalog.changes.undo(changeId!)
  expect(() => catalog.changes.undo(changeId!)).toThrow(/is undone already/)
})

test("after an undo, a rating that the person had not set is the file's current one", () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  const fileSays = (rating: number) =>
    catalog.files.saveMetadata([{ id: id!, metadata: metadata({ rating }), width: 1, height: 1 }])
  fileSays(2)
  catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 5 })
  fileSays(3)
  expect(ratingsOf(catalog, [id!])).toEqual([5])
  catalog.changes.undo()
  expect(ratingsOf(catalog, [id!])).toEqual([3])
  fileSays(4)
  expect(ratingsOf(catalog, [id!])).toEqual([4])
})

test('a batch of several pieces is one entry, and its undo restores each former state', { tags: 'night' }, () => {
  const { catalog, add } = openWithRoot()
  const ids = add(...names(4321))
  const rated = ids.filter((id) => id % 3 === 0)
  catalog.changes.apply({ kind: 'rate', ids: rated, rating: 1 })
  ids.slice(0, 50).forEach((id) => saveTags(catalog, id, tag('sea', 70), tag('sun', 60)))
  catalog.changes.apply({ kind: 'remove-tag', ids: ids.slice(0, 20), name: 'sea' })
  const before = ratingsOf(catalog, ids)
  catalog.changes.apply({ kind: 'rate', ids, rating: 1 })
  catalog.changes.apply({ kind: 'add-tag', ids, name: 'sea' })
  expect(catalog.changes.history(2).map(({ sentence, count }) => [inEnglish(sentence), count])).toEqual([
    ['Added the tag “sea” to 4,321 photos', 4321],
    [`Rated ${(4321 - rated.length).toLocaleString('en')} photos with 1 star`, 4321 - rated.length],
  ])
  expect(find(catalog, { tags: ['sea'] })).toEqual(ids)
  expect(catalog.check()).toEqual([])
  expect(catalog.changes.undo().ids).toHaveLength(4321)
  expect(find(catalog, { tags: ['sea'] })).toEqual(ids.slice(20, 50))
  expect(catalog.changes.undo().ids).toHaveLength(4321 - rated.length)
  expect(ratingsOf(catalog, ids)).toEqual(before)
  expect(catalog.check()).toEqual([])
})

test('between two pieces a search is correct, and a later change of a photo is kept', () => {
  const { catalog, add } = openWithRoot()
  const ids = add(...names(5000))
  const run = catalog.changes.begin({ kind: 'rate', ids, rating: 3 })
  catalog.changes.step(run)
  const reached = find(catalog, { ratingFrom: 3 })
  expect(reached.length).toBeGreaterThan(0)
  expect(reached.length).toBeLessThan(5000)
  catalog.changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 5 })
  while (!run.isDone) catalog.changes.step(run)
  expect(find(catalog, { ratingFrom: 3 })).toEqual(ids)
  expect(catalog.changes.undo(run.result.changeId!)).toMatchObject({ kept: 1 })
  expect(find(catalog, { ratingFrom: 1 })).toEqual([ids[0]])
})
