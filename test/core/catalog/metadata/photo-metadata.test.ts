import { expect, test } from 'vitest'
import { find, metadata, openWithRoot } from '../library.ts'

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
