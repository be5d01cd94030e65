import { expect, test } from 'vitest'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

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

test('keywords with levels, and people, are tags of the file; levels of a place are found, not repeated', () => {
  const { catalog, add } = openWithRoot()
  const [id, other] = add('a.jpg', 'b.jpg')
  const found = metadata({
    keywords: ['Vienna', 'austria', 'boat'],
    keywordPaths: ['Places/Austria/Vienna', 'People/Anna'],
    people: ['Anna', 'Bert'],
  })
  catalog.files.saveMetadata([
    { id: id!, metadata: found, width: 4, height: 3 },
    { id: other!, metadata: metadata({ keywords: ['Vienna'] }), width: 4, height: 3 },
  ])
  const tags = catalog.photos.detail(id!).tags.map(({ name, source }) => [name, source])
  expect(tags.toSorted()).toEqual(
    ['Bert', 'People/Anna', 'Places/Austria/Vienna', 'boat'].map((name) => [name, 'file']),
  )
  expect(find(catalog, { tags: ['Vienna'] })).toEqual([id, other])
  expect(find(catalog, { tags: ['austria'] })).toEqual([id])
  expect(find(catalog, { tags: ['Places/Austria'] })).toEqual([id])
  expect(find(catalog, { tags: ['Places/Austria/Vienna'] })).toEqual([id])
  expect(find(catalog, { tags: ['Austria/Vienna'] })).toEqual([])
  expect(find(catalog, { text: 'vienna' })).toEqual([id, other])
  expect(find(catalog, { text: 'austria boat' })).toEqual([id])
})

test('a slash in a keyword without levels is a letter of it, as in one with levels, and it is found so', () => {
  const { catalog, add } = openWithRoot()
  const [alone, within] = add('a.jpg', 'b.jpg')
  const save = (id: number, part: Parameters<typeof metadata>[0]) =>
    catalog.files.saveMetadata([{ id, metadata: metadata(part), width: 4, height: 3 }])
  save(alone!, { keywords: ['AC/DC'] })
  save(within!, { keywords: ['AC/DC'], keywordPaths: ['Music/AC\\DC'] })
  expect(catalog.photos.detail(alone!).tags.map(({ name }) => name)).toEqual(['AC\\DC'])
  expect(catalog.photos.detail(within!).tags.map(({ name }) => name)).toEqual(['Music/AC\\DC'])
  expect(find(catalog, { text: 'AC/DC' })).toEqual([alone, within])
})

test('label and copyright are found by their words', () => {
  const { catalog, add } = openWithRoot()
  const [id] = add('a.jpg')
  catalog.files.saveMetadata([
    { id: id!, metadata: metadata({ label: 'Green', copyright: 'Ann Lee' }), width: 4, height: 3 },
  ])
  expect(find(catalog, { text: 'green ann' })).toEqual([id])
})
