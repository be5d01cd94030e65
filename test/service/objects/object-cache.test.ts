import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ObjectCache } from '../../../src-main/service/objects/cache/object-cache.ts'
import type { Room } from '../../../src-main/service/objects/cache/fetch-object.ts'
import type { ObjectStore } from '../../../src-main/service/ports/object-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { folderObjects, s3Objects, startS3 } from './open-test-objects.ts'

const enough: Room = { reserve: async () => ({ beforeWriting: async () => {}, [Symbol.dispose]: () => {} }) }
const contentOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function openCache(store: ObjectStore, { maxBytes = 1000, room = enough } = {}) {
  const folder = tempFolder()
  const cache = await ObjectCache.open({ store, folder, maxBytes, room })
  onTestFinished(() => cache.close())
  return { cache, files: () => readdirSync(folder), folder }
}

/** Objects of 400 bytes each in a store, by their keys. */
async function addObjects(store: ObjectStore, ...keys: string[]): Promise<Record<string, Buffer>> {
  const added: Record<string, Buffer> = {}
  for (const key of keys) {
    added[key] = randomBytes(400)
    await store.put(key, Readable.from([added[key]]))
  }
  return added
}

test('an object is fetched once, however many request it at the same time and later', async () => {
  const server = await startS3()
  const store = await s3Objects(server)
  const { a } = await addObjects(store, 'a')
  const { cache } = await openCache(store)
  const held = await Promise.all([1, 2, 3].map(() => cache.hold('a', contentOf(a!))))
  for (const { path } of held) expect(readFileSync(path)).toEqual(a)
  for (const { release } of held) await release()
  await (await cache.hold('a', contentOf(a!))).release()
  expect(server.requests.filter((request) => request.startsWith('GET'))).toHaveLength(1)
})

test('the same content under another key is not fetched again, and a file extension is kept', async () => {
  const store = await folderObjects()
  const { a } = await addObjects(store, 'a')
  const { cache } = await openCache(store)
  const held = await cache.hold('a', `${contentOf(a!)}.nef`)
  expect(held.path).toMatch(/\.nef$/)
  expect((await cache.hold('never/stored', `${contentOf(a!)}.nef`)).path).toBe(held.path)
})

test('beyond the limit the least recently used objects are deleted; held ones stay until released', async () => {
  const store = await folderObjects()
  const { a, b, c } = await addObjects(store, 'a', 'b', 'c')
  const { cache, files } = await openCache(store)
  const heldA = await cache.hold('a', contentOf(a!))
  await (await cache.hold('b', contentOf(b!))).release()
  await (await cache.hold('c', contentOf(c!))).release()
  expect(readFileSync(heldA.path)).toEqual(a)
  await heldA.release()
  await expect
    .poll(() =>
      files()
        .map((name) => name.split('-')[1])
        .sort(),
    )
    .toEqual([b!, c!].map(contentOf).sort())
})

test('a file evicted while held, and fetched again, is not deleted by its first holder', async () => {
  const store = await folderObjects()
  const { a } = await addObjects(store, 'a')
  const { cache, files } = await openCache(store)
  const first = await cache.hold('a', contentOf(a!))
  cache.forget(contentOf(a!))
  const second = await cache.hold('a', contentOf(a!))
  await first.release()
  await expect.poll(files).toHaveLength(1)
  expect(readFileSync(second.path)).toEqual(a)
})

test('an object larger than the cache is there while it is held', async () => {
  const store = await folderObjects()
  const { a } = await addObjects(store, 'a')
  const { cache, files } = await openCache(store, { maxBytes: 100 })
  const held = await cache.hold('a', contentOf(a!))
  expect(readFileSync(held.path)).toEqual(a)
  await held.release()
  await expect.poll(files).toEqual([])
})

test('an adopted file is used without asking the store', async () => {
  const store = await folderObjects()
  const bytes = randomBytes(400)
  const path = join(tempFolder(), 'received')
  writeFileSync(path, bytes)
  const { cache } = await openCache(store)
  await cache.adopt(path, contentOf(bytes), 400)
  expect(existsSync(path)).toBe(false)
  expect(readFileSync((await cache.hold('not/stored', contentOf(bytes))).path)).toEqual(bytes)
})

test('a truncated or altered download is restarted; one that fails again leaves no file', async () => {
  const server = await startS3()
  const store = await s3Objects(server)
  const { a } = await addObjects(store, 'a')
  const { cache, files } = await openCache(store)
  const faults = ['cut off', 'wrong bytes', undefined] as const
  let asked = 0
  server.fault = () => faults[asked++]
  expect(readFileSync((await cache.hold('a', contentOf(a!))).path)).toEqual(a)
  const other = contentOf(randomBytes(1))
  await expect(cache.hold('a', other)).rejects.toMatchObject({ code: 'damaged' })
  await expect(cache.hold('missing', other)).rejects.toMatchObject({ code: 'not-found' })
  expect(files()).toHaveLength(1)
})

test('if the disk has no room, the cache is emptied first, and only then refuses', async () => {
  const store = await folderObjects()
  const { a, b } = await addObjects(store, 'a', 'b')
  const reserve = vi.fn(enough.reserve)
  const { cache, files } = await openCache(store, { room: { reserve } })
  await (await cache.hold('a', contentOf(a!))).release()
  reserve.mockRejectedValueOnce(new Error('full'))
  await (await cache.hold('b', contentOf(b!))).release()
  await expect.poll(() => files().map((name) => name.split('-')[1])).toEqual([contentOf(b!)])
  reserve.mockRejectedValue(new Error('full'))
  await expect(cache.hold('a', contentOf(a!))).rejects.toThrow('full')
})
