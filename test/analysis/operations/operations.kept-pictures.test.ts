import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnalysedPicture } from '../../../src-main/analysis/operations/analysed-picture.ts'
import { PictureCache } from '../../../src-main/analysis/operations/operations.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const FILE_BYTES = 100
const PIXEL_BYTES = 300
/** The cache's count for one picture: four rasters and the file. */
const COUNTED = 4 * PIXEL_BYTES + FILE_BYTES

function openCache(capacity: number) {
  const path = join(tempFolder(), 'photo.jpg')
  writeFileSync(path, Buffer.alloc(FILE_BYTES))
  const cache = new PictureCache(capacity)
  const opened: string[] = []
  const open = async (id: string) => {
    opened.push(id)
    return { photo: { pixels: { data: new Uint8Array(PIXEL_BYTES) } } } as unknown as AnalysedPicture
  }
  const take = (id: string) => cache.take(id, path, () => open(id))
  /** True if the picture needs no opening. */
  const isKept = (id: string) =>
    cache
      .take(id, path, () => Promise.reject(new Error('opened again')))
      .then(
        () => true,
        () => false,
      )
  return { cache, path, opened, take, isKept }
}

test('a picture is opened once, even if it is requested twice at the same time', async () => {
  const { opened, take } = openCache(2 * COUNTED)
  const [first, second] = await Promise.all([take('a'), take('a')])
  expect(first).toBe(second)
  expect(await take('a')).toBe(first)
  expect(opened).toEqual(['a'])
})

test('a new picture replaces an older one if there is memory for only one', async () => {
  const { take, isKept } = openCache(COUNTED)
  await take('a')
  expect(await isKept('a')).toBe(true)
  // The disk decides which of two pictures opened together is kept last: the one requested again in the end.
  await expect
    .poll(async () => {
      await take('b')
      return isKept('a')
    })
    .toBe(false)
  expect(await isKept('b')).toBe(true)
})

test('a picture larger than the cache is not kept', async () => {
  const { take, isKept } = openCache(COUNTED - 1)
  await take('a')
  await expect.poll(() => isKept('a')).toBe(false)
})

test('a request that waited for a picture that failed to open tries its own file', async () => {
  const { cache, path, take } = openCache(COUNTED)
  const failing = cache.take('a', path, () => Promise.reject(new Error('the file is gone')))
  const own = take('a')
  await expect(failing).rejects.toThrow('the file is gone')
  expect((await own).photo.pixels.data).toHaveLength(PIXEL_BYTES)
})
