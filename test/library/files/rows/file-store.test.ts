import { expect, test } from 'vitest'
import { find, metadata, openWithRoot, pendingIds, saveFound, saveTags, statusOf, tag } from '../../catalog/library.ts'

test('a moved file keeps its photo, and its old name is no longer found', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('Norway/fjord.jpg')
  catalog.files.saveMetadata([{ id: id!, metadata: metadata({ title: 'Blue morning' }), width: 10, height: 20 }])
  saveTags(catalog, id!, tag('sea', 90))
  const [file] = catalog.files.known(root.id)
  const folderId = catalog.folders.ensure(root.id, 'Sweden')
  catalog.files.settle([{ ...file!, folderId, name: 'coast.jpg', isChanged: false }])
  expect(catalog.files.pathOf(id!)).toBe('/photos/Sweden/coast.jpg')
  expect(catalog.files.findByPath('/photos/Sweden/coast.jpg')).toBe(id)
  expect(catalog.files.findByPath('/photos/Norway/fjord.jpg')).toBeNull()
  expect(['norway', 'fjord', 'sweden coast', 'morning sea'].map((text) => find(catalog, { text }).length)).toEqual([
    0, 0, 1, 1,
  ])
  expect(statusOf(catalog, id!)).toBe('ready')
})

test.each(['together', 'one after the other'])('two files that swap names %s keep their photos', (how) => {
  const { catalog, root, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  const known = catalog.files.known(root.id)
  const fileOf = (id: number | undefined) => known.find((file) => file.photoId === id)!
  const moves = [
    { ...fileOf(a), name: 'b.jpg', isChanged: false },
    { ...fileOf(b), name: 'a.jpg', isChanged: false },
  ]
  if (how === 'together') catalog.files.settle(moves)
  else {
    catalog.files.settle(moves.slice(0, 1))
    expect(statusOf(catalog, b!)).toBe('missing')
    catalog.files.settle(moves.slice(1))
  }
  expect([a!, b!].map((id) => catalog.files.pathOf(id))).toEqual(['/photos/b.jpg', '/photos/a.jpg'])
  expect(statusOf(catalog, b!)).toBe('pending')
  expect(find(catalog, { text: 'a.jpg' })).toEqual([b])
  expect(catalog.check()).toEqual([])
})

test('a changed file keeps its rating and own tags, and is analysed and read again', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  catalog.files.saveMetadata([{ id: id!, metadata: metadata({}), width: 1, height: 1 }])
  saveTags(catalog, id!, tag('sea', 90))
  catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 4 })
  catalog.changes.apply({ kind: 'add-tag', ids: [id!], name: 'Mum' })
  const [file] = catalog.files.known(root.id)
  catalog.files.settle([{ ...file!, bytes: 5, modifiedMs: 1_650_000_000_000, isChanged: true }])
  expect(catalog.photos.detail(id!)).toMatchObject({
    status: 'pending',
    rating: 4,
    bytes: 5,
    tags: [{ name: 'Mum', source: 'person' }, { name: 'sea' }],
  })
  expect(catalog.files.withoutMetadata(9)).toMatchObject([{ id, path: '/photos/a.jpg', modifiedMs: 1_650_000_000_000 }])
})

test('adding a file that is already recorded at its path updates that file', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  saveTags(catalog, id!, tag('sea', 90))
  const [file] = catalog.files.known(root.id)
  expect(catalog.files.add([file!])).toEqual([id])
  expect(statusOf(catalog, id!)).toBe('ready')
  expect(catalog.files.add([{ ...file!, bytes: 7 }])).toEqual([id])
  expect(catalog.files.known(root.id)).toMatchObject([{ photoId: id, isMissing: false, bytes: 7 }])
  expect(statusOf(catalog, id!)).toBe('pending')
})

test('another file at a recorded path changes nothing; the next scan decides which is which', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  const [file] = catalog.files.known(root.id)
  expect(catalog.files.add([{ ...file!, bytes: 7, fileKey: '9:9' }])).toEqual([id])
  expect(catalog.files.known(root.id)).toMatchObject([{ bytes: file!.bytes, fileKey: file!.fileKey }])
})

test('a file at the path of a missing one is another photo', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  catalog.changes.apply({ kind: 'rate', ids: [id!], rating: 5 })
  catalog.files.markMissing([catalog.files.known(root.id)[0]!.fileId])
  const [other] = add('a.jpg')
  expect(other).not.toBe(id)
  expect([id!, other!].map((each) => statusOf(catalog, each))).toEqual(['missing', 'pending'])
  expect(catalog.photos.detail(other!).rating).toBe(0)
  expect(catalog.files.at(root.id, ['a.jpg']).map((file) => file.photoId)).toEqual([other, id])
})

test('hashes of a changed file are kept as those of an earlier version', () => {
  const { catalog, root, add } = openWithRoot()
  const [id] = add('a.jpg')
  saveFound(catalog, id!, { contentHash: 'c1', imageHash: '1:i1' }, ['hash', 'preview', 'tags'])
  const [file] = catalog.files.known(root.id)
  catalog.files.settle([{ ...file!, bytes: 7, isChanged: true }])
  expect(catalog.files.evidence(file!.fileId)).toMatchObject({
    contentHash: '',
    imageHash: '',
    versions: [{ contentHash: 'c1', imageHash: '1:i1' }],
  })
})

test('missing photos are not analysed, and return unchanged', () => {
  const { catalog, root, add } = openWithRoot()
  const [a, b] = add('a.jpg', 'b.jpg')
  saveTags(catalog, a!, tag('sea', 90))
  const fileIds = catalog.files.known(root.id).map((file) => file.fileId)
  catalog.files.markMissing(fileIds)
  expect(catalog.analysis.counts()).toEqual({ total: 2, pending: 0, ready: 0, failed: 0, missing: 2, offline: 0 })
  expect(pendingIds(catalog)).toEqual([])
  expect(catalog.files.withoutMetadata(9)).toEqual([])
  catalog.files.settle(catalog.files.known(root.id).map((file) => ({ ...file, isChanged: false })))
  expect([a!, b!].map((id) => statusOf(catalog, id))).toEqual(['ready', 'pending'])
})
