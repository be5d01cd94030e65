import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addNames,
  find,
  metadata,
  openForTest,
  openWithRoot,
  pendingIds,
  saveFound,
  saveTags,
  statusOf,
  tag,
} from '../library.ts'

test('roots may not overlap, and names that only begin alike do not', () => {
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

test('photos whose file is gone are not counted in their folders', () => {
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

test('removing a root takes its photos, words and pictures along and leaves the others', () => {
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

test('a large root can go in pieces', () => {
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

test('a file that moves keeps its photo, and its old names are no longer found', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('Norway/fjord.jpg')
  catalog.files.saveMetadata([{ id: id!, metadata: metadata({ title: 'Blue morning' }), width: 10, height: 20 }])
  saveTags(catalog, id!, tag('sea', 90))
  const { fileId } = catalog.files.known(root.id)[0]!
  catalog.files.move(fileId, catalog.folders.ensure(root.id, 'Sweden'), 'coast.jpg', '1:77')
  expect(catalog.files.pathOf(id!)).toBe('/photos/Sweden/coast.jpg')
  expect(catalog.files.findByPath('/photos/Sweden/coast.jpg')).toBe(id)
  expect(catalog.files.findByPath('/photos/Norway/fjord.jpg')).toBeNull()
  expect(['norway', 'fjord', 'sweden coast', 'morning sea'].map((text) => find(catalog, { text }).length)).toEqual([
    0, 0, 1, 1,
  ])
  expect(statusOf(catalog, id!)).toBe('ready')
})

test('two files that swap names keep their photos', () => {
  const { catalog, root, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  const known = catalog.files.known(root.id)
  const folderId = known[0]!.folderId
  catalog.files.move(known.find((file) => file.photoId === a)!.fileId, folderId, 'b.jpg', null)
  expect(statusOf(catalog, b!)).toBe('missing')
  catalog.files.move(known.find((file) => file.photoId === b)!.fileId, folderId, 'a.jpg', null)
  expect([a!, b!].map((id) => catalog.files.pathOf(id))).toEqual(['/photos/b.jpg', '/photos/a.jpg'])
  expect(statusOf(catalog, b!)).toBe('pending')
  expect(catalog.check()).toEqual([])
})

test('a changed file keeps rating and own tags and is analysed and read again', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  catalog.files.saveMetadata([{ id: id!, metadata: metadata({}), width: 1, height: 1 }])
  saveTags(catalog, id!, tag('sea', 90))
  catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 4 })
  catalog.changes.apply({ kind: 'add-tag', ids: [id!], name: 'Mum' })
  catalog.files.update([{ ...catalog.files.known(root.id)[0]!, bytes: 5, modifiedMs: 1_650_000_000_000 }])
  expect(catalog.photos.detail(id!)).toMatchObject({
    status: 'pending',
    rating: 4,
    bytes: 5,
    tags: [{ name: 'Mum', source: 'person' }, { name: 'sea' }],
  })
  expect(catalog.files.withoutMetadata(9)).toEqual([{ id, path: '/photos/a.jpg' }])
})

test('adding a place that is known counts as a change of that file', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  saveTags(catalog, id!, tag('sea', 90))
  catalog.files.markMissing([catalog.files.known(root.id)[0]!.fileId])
  expect(add('a.jpg')).toEqual([id])
  expect(catalog.files.known(root.id)).toMatchObject([{ photoId: id, isMissing: false }])
  expect(statusOf(catalog, id!)).toBe('pending')
})

test('missing photos are not handed out and come back as they were', () => {
  const { catalog, root, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  saveTags(catalog, a!, tag('sea', 90))
  const fileIds = catalog.files.known(root.id).map((file) => file.fileId)
  catalog.files.markMissing(fileIds)
  expect(catalog.analysis.counts()).toEqual({ total: 2, pending: 0, ready: 0, failed: 0, missing: 2 })
  expect(pendingIds(catalog)).toEqual([])
  expect(catalog.files.withoutMetadata(9)).toEqual([])
  catalog.files.markPresent(fileIds)
  expect([a!, b!].map((id) => statusOf(catalog, id))).toEqual(['ready', 'pending'])
})

test('metadata gives date, keywords as tags of the file, and a rating until the person rates', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  const save = (part: Parameters<typeof metadata>[0]) =>
    catalog.files.saveMetadata([{ id: id!, metadata: metadata(part), width: 30, height: 20 }])
  save({ takenAt: '2024-05-01T10:20:30', keywords: ['Holiday', 'holiday', ' '], rating: 3, cameraModel: 'EOS' })
  expect(catalog.photos.detail(id!)).toMatchObject({
    takenAt: '2024-05-01T10:20:30',
    width: 30,
    rating: 3,
    tags: [{ name: 'Holiday', confidence: 100, source: 'file' }],
  })
  expect(find(catalog, { text: 'eos', takenFrom: '2024-05-01', takenTo: '2024-05-01' })).toEqual([id])
  catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 0 })
  save({ keywords: ['Work'], rating: 5, takenAt: 'soon' })
  expect(catalog.photos.detail(id!)).toMatchObject({
    takenAt: null,
    rating: 0,
    tags: [{ name: 'Work' }],
    metadata: { cameraModel: null, keywords: ['Work'] },
  })
  expect(find(catalog, { text: 'eos' })).toEqual([])
  save({ rating: -1 })
  expect(catalog.files.withoutMetadata(5)).toEqual([])
})

test('a root whose path ends in a separator and one at the top work', () => {
  const catalog = openForTest()
  const root = catalog.folders.addRoot(join('/', 'x', '/'))
  const [id] = addNames(catalog, root.id, ['deep/in/it.jpg'])
  expect(catalog.files.findByPath('/x/deep/in/it.jpg')).toBe(id)
  expect(catalog.files.findByPath('/elsewhere/it.jpg')).toBeNull()
  saveFound(catalog, 999, {}) // a photo that is gone is no error
  expect(catalog.analysis.counts().total).toBe(1)
})
