import { expect, test } from 'vitest'
import { usePhotoPages } from '../../../src-renderer/photos/photo-pages.ts'
import { useSelection } from '../../../src-renderer/photos/selection.ts'
import { fakePhotos } from '../fake-photos.ts'
import { withStores } from '../mount-app.ts'

async function start(count: number) {
  const { result } = withStores({ photos: fakePhotos(count) }, () => ({
    pages: usePhotoPages(),
    selection: useSelection(),
  }))
  await result.pages.refresh()
  return result
}

test('a range starts at the last plain choice, in either direction', async () => {
  const { pages, selection } = await start(50)
  selection.only(10, pages.tile(10)?.id ?? 0)
  await selection.rangeTo(13, pages)
  expect(selection.list).toEqual([10, 11, 12, 13].map((index) => pages.tile(index)?.id))
  await selection.rangeTo(8, pages)
  expect(selection.list).toEqual([8, 9, 10].map((index) => pages.tile(index)?.id))
})

test('a range over unloaded pages has every photo between', async () => {
  const { pages, selection } = await start(1000)
  selection.only(5, pages.tile(5)?.id ?? 0)
  await selection.rangeTo(904, pages)
  expect(selection.ids.size).toBe(900)
})

test('a key pressed before a large selection is known acts on it, and a later choice wins', async () => {
  const { pages, selection } = await start(1000)
  selection.only(3, pages.tile(3)?.id ?? 0)
  const all = selection.all(pages)
  const acted = selection.chosen()
  expect(selection.isEmpty()).toBe(false)
  selection.only(7, pages.tile(7)?.id ?? 0)
  expect(await acted).toHaveLength(1000)
  await all
  expect(selection.list).toEqual([pages.tile(7)?.id])
})

test('if a selection cannot be determined nothing is changed, and the earlier one stays', async () => {
  const { pages, selection } = await start(10)
  selection.only(3, pages.tile(3)?.id ?? 0)
  const all = selection.all({ ...pages, ids: () => Promise.reject(new Error('The library does not answer.')) })
  expect(await selection.chosen()).toBeNull()
  await all
  expect(selection.list).toEqual([pages.tile(3)?.id])
})

test('all photos of a query can be selected without loading them', async () => {
  const { pages, selection } = await start(1000)
  await selection.all(pages)
  expect(selection.ids.size).toBe(1000)
  expect(pages.pages.size).toBe(1)
})

test('the photos of a day are selected alone or with others, and the selection can be inverted', async () => {
  const { pages, selection } = await start(1000)
  const idsOf = (first: number, last: number) => pages.ids().then((ids) => ids.slice(first, last + 1))
  await selection.between(4, 6, pages, false)
  expect(selection.list).toEqual(await idsOf(4, 6))
  await selection.between(500, 501, pages, true)
  expect(selection.list).toEqual([...(await idsOf(4, 6)), ...(await idsOf(500, 501))])
  await selection.invert(pages)
  expect(selection.ids.size).toBe(995)
  expect(selection.has((await idsOf(5, 5))[0]!)).toBe(false)
  await selection.invert(pages)
  expect(selection.ids.size).toBe(5)
})
