import { expect, test } from 'vitest'
import { useSimilar } from '../../../src-renderer/stores/similar.ts'
import { fakePhoto, fakePhotos } from '../fake-photos.ts'
import { withStores } from '../mount-app.ts'

test('the distance filters what was found without asking again', async () => {
  const { result: similar } = withStores({ photos: fakePhotos(15) }, useSimilar)
  await similar.find(1, 'content')
  expect(similar.source.total).toBe(14)
  similar.maxDistance = 0.25
  expect(similar.source.total).toBe(5)
  expect(similar.source.tile(0)?.id).toBe(2)
  expect(similar.distances.get(3)).toBeCloseTo(0.1)
})

test('a photo that is not analysed says so', async () => {
  const { result: similar } = withStores({ photos: [fakePhoto(1, { status: 'pending' }), fakePhoto(2)] }, useSimilar)
  await similar.find(1, 'content')
  expect(similar.problem).toBe('This photo is not analysed yet.')
  expect(similar.isLoading).toBe(false)
})
