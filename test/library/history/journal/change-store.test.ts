import { expect, test } from 'vitest'
import { find, metadata, openWithRoot, saveTags, tag } from '../../catalog/library.ts'

test('an unknown photo stops a change completely, journal included', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  for (const change of [
    { kind: 'rate', rating: 3 },
    { kind: 'add-tag', name: 'x' },
    { kind: 'remove-tag', name: 'x' },
  ] as const) {
    expect(() => catalog.changes.apply({ ...change, ids: [id!, 77] })).toThrow('77')
  }
  expect(catalog.photos.detail(id!)).toMatchObject({ rating: 0, tags: [] })
  expect(catalog.changes.history(9)).toEqual([])
  expect(() => catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 6 })).toThrow(/0 to 5/)
})

test('a removed tag stays off when the engine finds it again, until the person adds it', () => {
  const { catalog, add } = openWithRoot()
  const [id, other] = add('a.jpg', 'b.jpg')
  saveTags(catalog, id!, tag('cat', 90), tag('sofa', 50))
  catalog.files.saveMetadata([{ id: id!, metadata: metadata({ keywords: ['cat'] }), width: 1, height: 1 }])
  expect(catalog.changes.apply({ kind: 'remove-tag', ids: [id!, other!], name: 'CAT' }).ids).toEqual([id])
  saveTags(catalog, id!, tag('cat', 95), tag('sofa', 50))
  catalog.files.saveMetadata([{ id: id!, metadata: metadata({ keywords: ['cat'] }), width: 1, height: 1 }])
  expect(catalog.photos.detail(id!).tags.map((each) => each.name)).toEqual(['sofa'])
  expect([{ tags: ['cat'] }, { text: 'cat' }].map((filter) => find(catalog, filter))).toEqual([[], []])
  expect(catalog.changes.apply({ kind: 'add-tag', ids: [id!], name: 'cat' }).ids).toEqual([id])
  expect(catalog.photos.detail(id!).tags[0]).toMatchObject({ name: 'cat', source: 'person', confidence: 100 })
  expect(catalog.changes.apply({ kind: 'add-tag', ids: [id!], name: 'cat' }).ids).toEqual([])
  expect(catalog.check()).toEqual([])
})

test('undo restores ratings and tags, newest first, and skips photos that left', () => {
  const { catalog, root, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  catalog.files.saveMetadata([{ id: a!, metadata: metadata({ rating: 2 }), width: 1, height: 1 }])
  saveTags(catalog, a!, tag('cat', 90))
  catalog.changes.apply({ kind: 'rate', ids: [a!, b!], rating: 5 })
  catalog.changes.apply({ kind: 'remove-tag', ids: [a!], name: 'cat' })
  catalog.changes.apply({ kind: 'add-tag', ids: [a!, b!], name: 'home' })
  expect(catalog.changes.history(2).map(({ change, isUndone }) => [change.kind, isUndone])).toEqual([
    ['add-tag', false],
    ['remove-tag', false],
  ])
  expect(catalog.changes.undo().ids).toEqual([a, b])
  expect(catalog.changes.undo().ids).toEqual([a])
  expect(catalog.photos.detail(a!).tags).toMatchObject([{ name: 'cat', confidence: 90, source: 'engine' }])
  expect(catalog.changes.undo().ids).toEqual([a, b])
  expect(catalog.photos.tiles([a!, b!]).map((tile) => tile.rating)).toEqual([2, 0])
  expect(catalog.changes.undo().ids).toEqual([])
  catalog.files.saveMetadata([{ id: a!, metadata: metadata({ rating: 4 }), width: 1, height: 1 }])
  expect(catalog.photos.tiles([a!])[0]!.rating).toBe(4)
  catalog.changes.apply({ kind: 'rate', ids: [a!], rating: 1 })
  catalog.folders.removeRoot(root.id)
  expect(catalog.changes.undo().ids).toEqual([])
})
