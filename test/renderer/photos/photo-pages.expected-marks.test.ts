import { expect, test } from 'vitest'
import type { PhotoTile } from '../../../src-main/contract/library/photo.ts'
import { createExpectedMarks } from '../../../src-renderer/photos/photo-pages.ts'
import { fakePhoto, tileOf } from '../fake-photos.ts'

/** A promise that a test settles. */
function later<T>() {
  return Promise.withResolvers<T>()
}

/** The library's content, as it was when a read began. */
const start = () => {
  const marks = createExpectedMarks(async (refresh) => void (await refresh()))
  const ids = new Set([1])
  const unrated = tileOf(fakePhoto(1, { rating: 0 }))
  const read = (answer: Promise<PhotoTile>) => marks.readPhoto(() => answer)
  return { marks, ids, unrated, read }
}

test('a read begun before a change was saved shows the change', async () => {
  const { marks, ids, unrated, read } = start()
  const [tile, saved] = [later<PhotoTile>(), later<boolean>()]
  const reading = read(tile.promise)
  const change = marks.during(ids, { rating: 4 }, () => saved.promise)
  saved.resolve(true)
  await change
  tile.resolve(unrated)
  expect((await reading).rating).toBe(4)
})

test('a read that ends while a change is being saved shows the change, and other photos unchanged', async () => {
  const { marks, ids, unrated, read } = start()
  const saved = later<boolean>()
  const change = marks.during(ids, { rating: 4 }, () => saved.promise)
  expect((await read(Promise.resolve(unrated))).rating).toBe(4)
  expect((await read(Promise.resolve({ ...unrated, id: 2 }))).rating).toBe(0)
  saved.resolve(true)
  await change
})

test('a read that begins after a change was saved wins', async () => {
  const { marks, ids, unrated, read } = start()
  const earlier = later<PhotoTile>()
  const reading = read(earlier.promise)
  await marks.during(ids, { rating: 4 }, () => Promise.resolve(true))
  expect((await read(Promise.resolve(unrated))).rating).toBe(0)
  earlier.resolve(unrated)
  expect((await reading).rating).toBe(4)
})

test('a failed change is forgotten at once', async () => {
  const { marks, ids, unrated, read } = start()
  const tile = later<PhotoTile>()
  const reading = read(tile.promise)
  expect(await marks.during(ids, { rating: 4 }, () => Promise.resolve(false))).toBe(false)
  await expect(marks.during(ids, { pick: 1 }, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  tile.resolve(unrated)
  expect(await reading).toEqual(unrated)
})

test('of two changes of one photo the later one is shown', async () => {
  const { marks, ids, unrated, read } = start()
  const tile = later<PhotoTile>()
  const reading = read(tile.promise)
  await marks.during(ids, { rating: 4, pick: 1 }, () => Promise.resolve(true))
  await marks.during(ids, { rating: 0 }, () => Promise.resolve(true))
  tile.resolve({ ...unrated, rating: 3 })
  expect(await reading).toMatchObject({ rating: 0, pick: 1 })
})

test('nothing is kept once no earlier read is active', async () => {
  const { marks, ids, unrated, read } = start()
  const tile = later<PhotoTile>()
  const reading = read(tile.promise)
  await marks.during(ids, { rating: 4 }, () => Promise.resolve(true))
  expect(marks.size()).toBe(1)
  tile.resolve(unrated)
  await reading
  expect(marks.size()).toBe(0)
})
