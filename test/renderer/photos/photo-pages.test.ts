import { expect, test } from 'vitest'
import { usePhotoPages } from '../../../src-renderer/photos/photo-pages.ts'
import { useQuery } from '../../../src-renderer/photos/query.ts'
import { fakePhotos } from '../fake-photos.ts'
import { until, withStores } from '../mount-app.ts'

test('only pages near the screen are requested and kept', async () => {
  const { library, result: pages } = withStores({ photos: fakePhotos(1000) }, usePhotoPages)
  await pages.refresh()
  pages.want(510, 540)
  await until(() => pages.pages.has(5), 'the wanted page')
  expect(
    library.calls
      .filter((call) => call.name === 'photos.list')
      .map((call) => (call.input as { offset: number }).offset),
  ).toEqual([0, 500])
  expect(pages.tile(520)?.id).toBeGreaterThan(0)
  await pages.refresh()
  expect([...pages.pages.keys()]).toEqual([5])
})

test('a new filter replaces the list, and its old pages never return', async () => {
  const { result } = withStores({ photos: fakePhotos(300) }, () => ({ pages: usePhotoPages(), query: useQuery() }))
  await result.pages.refresh()
  const serial = result.pages.serial
  result.query.toggleValue('tag', 'dog')
  await until(() => result.pages.serial > serial && result.pages.total < 300, 'the new list')
  expect(result.pages.total).toBeGreaterThan(0)
  expect([...result.pages.pages.keys()]).toEqual([0])
})
