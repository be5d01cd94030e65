import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PreviewCache } from '../../../src-main/core/pictures/preview-cache.ts'
import { tempFolder } from '../../fixtures/folders.ts'

test('the cache of previews stays within its bound and keeps what was used last', async () => {
  const folder = join(tempFolder('previews'), 'previews')
  const cache = new PreviewCache(folder, 250)
  for (const key of ['a', 'b']) await cache.put(key, Buffer.alloc(100, key))
  await cache.get('a')
  await cache.put('c', Buffer.alloc(100, 'c'))
  expect((await readdir(folder)).sort()).toEqual(['a.jpg', 'c.jpg'])
  const again = new PreviewCache(folder, 250)
  expect(Buffer.from((await again.get('a'))!).toString()).toBe('a'.repeat(100))
  expect(await again.get('b')).toBeNull()
})

test('what is larger than the cache, gone or half written is not kept', async () => {
  const folder = join(tempFolder('previews'), 'previews')
  const cache = new PreviewCache(folder, 250)
  await cache.put('a', Buffer.alloc(100, 'a'))
  await cache.put('large', Buffer.alloc(251))
  expect(await cache.get('large')).toBeNull()
  expect(await readdir(folder)).toEqual(['a.jpg'])
  await rm(join(folder, 'a.jpg'))
  expect(await cache.get('a')).toBeNull()
  await writeFile(join(folder, 'b.123.part'), 'half')
  expect(await new PreviewCache(folder, 250).get('b')).toBeNull()
  expect(await readdir(folder)).toEqual([])
})
