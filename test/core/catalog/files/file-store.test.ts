import { expect, test } from 'vitest'
import { find, metadata, openWithRoot, pendingIds, saveTags, statusOf, tag } from '../library.ts'

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
  expect(catalog.files.withoutMetadata(9)).toEqual([{ id, path: '/photos/a.jpg', modifiedMs: 1_650_000_000_000 }])
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
  expect(catalog.analysis.counts()).toEqual({ total: 2, pending: 0, ready: 0, failed: 0, missing: 2, offline: 0 })
  expect(pendingIds(catalog)).toEqual([])
  expect(catalog.files.withoutMetadata(9)).toEqual([])
  catalog.files.markPresent(fileIds)
  expect([a!, b!].map((id) => statusOf(catalog, id))).toEqual(['ready', 'pending'])
})
