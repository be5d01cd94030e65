import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addNames, find, openForTest, openWithRoot, saveFound, saveTags, tag } from '../../catalog/library.ts'

test('roots may not overlap; names that merely begin alike do not', () => {
  const { catalog } = openWithRoot()
  for (const path of ['/photos', '/photos/2024', '/']) expect(() => catalog.folders.addRoot(path)).toThrow(/overlaps/)
  expect(catalog.folders.addRoot('/photos-old').path).toBe('/photos-old')
  expect(catalog.folders.roots()).toHaveLength(2)
})

test('folders are listed with the photos below them; emptied ones are not', () => {
  const { catalog, root, add } = openWithRoot()
  add('a/b/one.jpg', 'a/two.jpg', 'c/three.jpg')
  catalog.folders.ensure(root.id, 'empty/deep')
  expect(catalog.folders.list().map(({ path, photoCount }) => [path, photoCount])).toEqual([
    ['/photos', 3],
    ['/photos/a', 2],
    ['/photos/a/b', 1],
    ['/photos/c', 1],
  ])
  expect(catalog.folders.pathOf(catalog.folders.ensure(root.id, 'a/b'))).toBe('/photos/a/b')
  expect(() => catalog.folders.ensure(root.id, '../etc')).toThrow(/leaves its root/)
  expect(() => catalog.folders.ensure(99, '')).toThrow(/no watched folder/)
  catalog.folders.setAvailable(root.id, false)
  expect(catalog.folders.list()[0]).toMatchObject({ isAvailable: false })
})

test('missing photos are not counted in their folders', () => {
  const { catalog, root, add } = openWithRoot()
  const [first] = add('a/one.jpg', 'a/two.jpg', 'b/three.jpg')
  const known = catalog.files.known(root.id)
  const [three] = find(catalog, { text: 'three' })
  const fileOf = (id: number) => known.find((file) => file.photoId === id)!.fileId
  catalog.files.markMissing([fileOf(first!), fileOf(three!)])
  expect(catalog.folders.list().map(({ path, photoCount }) => [path, photoCount])).toEqual([
    ['/photos', 1],
    ['/photos/a', 1],
  ])
})

test('removing a root removes its photos, words and pictures, and leaves the others', () => {
  const { catalog, root, add } = openWithRoot()
  const gone = add('a/one.jpg', 'two.jpg')
  gone.forEach((id) => saveTags(catalog, id, tag('sea', 90)))
  const other = catalog.folders.addRoot('/other')
  const [kept] = addNames(catalog, other.id, ['one.jpg'])
  expect(find(catalog, { text: 'one' })).toHaveLength(2)
  expect(catalog.folders.removeRoot(root.id)).toEqual(gone)
  expect(find(catalog, {})).toEqual([kept])
  expect(find(catalog, { text: 'one' })).toEqual([kept])
  expect(catalog.search.facets({}).tags).toEqual([])
  expect(catalog.thumbnails.get(gone[0]!)).toBeNull()
  expect(() => catalog.folders.removeRoot(root.id)).toThrow(/no watched folder/)
  expect(catalog.folders.ensure(catalog.folders.addRoot('/photos').id, 'a')).toBeGreaterThan(0)
  expect(catalog.check()).toEqual([])
})

test('a large root can be removed in pieces', () => {
  const { catalog, root, add } = openWithRoot()
  const ids = add('a/1.jpg', 'a/2.jpg', 'b/3.jpg', 'b/4.jpg', 'b/5.jpg')
  ids.forEach((id) => saveTags(catalog, id, tag('sea', 90)))
  const [kept] = addNames(catalog, catalog.folders.addRoot('/other').id, ['6.jpg'])
  const pieces = [2, 2, 2].map((limit) => catalog.folders.removeSome(root.id, limit))
  expect(pieces.map(({ ids: gone, isLast }) => [gone.length, isLast])).toEqual([
    [2, false],
    [2, false],
    [1, true],
  ])
  expect(pieces.flatMap((piece) => piece.ids).sort()).toEqual(ids)
  expect(catalog.folders.removeRoot(root.id)).toEqual([])
  expect(find(catalog, {})).toEqual([kept])
  expect(find(catalog, { text: 'jpg' })).toEqual([kept])
  expect(catalog.check()).toEqual([])
})

test('a root with a trailing separator and one at the top of the disk work', () => {
  const catalog = openForTest()
  const root = catalog.folders.addRoot(join('/', 'x', '/'))
  const [id] = addNames(catalog, root.id, ['deep/in/it.jpg'])
  expect(catalog.files.findByPath('/x/deep/in/it.jpg')).toBe(id)
  expect(catalog.files.findByPath('/elsewhere/it.jpg')).toBeNull()
  saveFound(catalog, 999, {}) // a missing photo is not an error
  expect(catalog.analysis.counts().total).toBe(1)
})
