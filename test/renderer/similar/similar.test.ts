import { expect, test } from 'vitest'
import { useQuery } from '../../../src-renderer/photos/query.ts'
import { useSimilar, sectionsByLikeness } from '../../../src-renderer/similar/similar.ts'
import { fakePhoto, fakePhotos } from '../fake-photos.ts'
import { withStores } from '../mount-app.ts'

test('a word narrows the results without another request, under headers', async () => {
  const { result: similar } = withStores({ photos: fakePhotos(15) }, useSimilar)
  await similar.find({ photoIds: [1] }, 'content')
  expect(similar.source.total).toBe(14)
  const sections = sectionsByLikeness(similar.shownImages)
  expect(sections.map(({ title, first, count }) => [title, first, count])).toEqual([
    ['The same picture', 0, 3],
    ['Very like it', 3, 4],
    ['Alike', 7, 4],
    ['Less alike', 11, 3],
  ])
  similar.minLikeness = 'very'
  expect(similar.source.total).toBe(7)
  expect(similar.source.tile(0)?.id).toBe(2)
})

test('results combine with the search, and several photos can be compared at once', async () => {
  const photos = fakePhotos(15).map((photo) => ({ ...photo, rating: photo.id > 10 ? 5 : 0 }))
  const { result } = withStores({ photos }, () => ({ similar: useSimilar(), query: useQuery() }))
  const { similar, query } = result
  query.edit('rating:5')
  await similar.find({ photoIds: [1, 14] }, 'content')
  expect(similar.queryTiles.map(({ id }) => id)).toEqual([1, 14])
  expect(similar.found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([11, 12, 13, 15])
  query.edit('')
  await similar.again()
  expect(similar.source.total).toBe(13)
})

test('a photo without analysis says so', async () => {
  const { result: similar } = withStores({ photos: [fakePhoto(1, { status: 'pending' }), fakePhoto(2)] }, useSimilar)
  await similar.find({ photoIds: [1] }, 'content')
  expect(similar.problem).toBe('This photo is not analysed yet.')
  expect(similar.isLoading).toBe(false)
})
