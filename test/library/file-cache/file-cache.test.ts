import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileCache } from '../../../src-main/library/file-cache/file-cache.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const open = (folder: string) => new FileCache({ folder, maxBytes: 250, extension: '.jpg' })

test('a cache stays within its limit and keeps the most recently used files', async () => {
  const folder = join(tempFolder('previews'), 'previews')
  const cache = open(folder)
  for (const key of ['a', 'b']) await cache.put(key, Buffer.alloc(100, key))
  await cache.get('a')
  await cache.put('c', Buffer.alloc(100, 'c'))
  expect((await readdir(folder)).sort()).toEqual(['a.jpg', 'c.jpg'])
  const again = open(folder)
  expect(Buffer.from((await again.get('a'))!).toString()).toBe('a'.repeat(100))
  expect(await again.get('b')).toBeNull()
})

test('files larger than the cache, missing or half written are not kept', async () => {
  const folder = join(tempFolder('previews'), 'previews')
  const cache = open(folder)
  await cache.put('a', Buffer.alloc(100, 'a'))
  await cache.put('large', Buffer.alloc(251))
  expect(await cache.get('large')).toBeNull()
  expect(await readdir(folder)).toEqual(['a.jpg'])
  await rm(join(folder, 'a.jpg'))
  expect(await cache.get('a')).toBeNull()
  await writeFile(join(folder, 'b.123.part'), 'half')
  expect(await open(folder).get('b')).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('files are counted, and all can be deleted at once', async () => {
  const folder = join(tempFolder('previews'), 'previews')
  const cache = open(folder)
  for (const key of ['a', 'b']) await cache.put(key, Buffer.alloc(100, key))
  expect(await open(folder).bytes()).toBe(200)
  await cache.clear()
  expect(await cache.bytes()).toBe(0)
  expect(await cache.get('a')).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('a file written twice at the same time is complete', async () => {
  const folder = join(tempFolder('previews'), 'previews')
  const cache = open(folder)
  await Promise.all(['1', '2'].map((text) => cache.put('a', Buffer.alloc(100, text))))
  expect(Buffer.from((await cache.get('a'))!).toString()).toMatch(/^(?:1{100}|2{100})$/)
  expect(await readdir(folder)).toEqual(['a.jpg'])
})
