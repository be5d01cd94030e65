import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSnapshot } from '../../../src-main/indexes/named/load-snapshot.ts'
import { SnapshotCache } from '../../../src-main/indexes/named/snapshot-cache.ts'
import { writeSnapshot } from '../../../src-main/indexes/named/snapshot-file.ts'
import { shapeOf, type Block } from '../../../src-main/indexes/named/snapshot.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'snapshots-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const shape = shapeOf(64, 1500)
const blocks = (): Block[] =>
  [1024, 476].map((rows, at) => ({
    names: Array.from({ length: rows }, (_, i) => `é ${at} ${i}`),
    vectors: new Float32Array(rows * 64).map((_, i) => (i % 64 === (at + Math.floor(i / 64)) % 64 ? 1 : 0)),
  }))
const openCache = (bytes: number) => new SnapshotCache((file, kind) => loadSnapshot(join(folder, file), kind), bytes)
const write = (file: string) => writeSnapshot(join(folder, file), shape, blocks())
test('a snapshot is read back as it was written', async () => {
  await write('a')
  const snapshot = await openCache(1e9).get('a', 'colors')
  const query = new Float32Array(64).fill(0)
  query[3] = 1
  expect(snapshot.shape).toEqual({ dimensions: 64, entries: 1500, rowsPerBlock: 1024 })
  const found = snapshot.search(query, { offset: 0, count: 1500, maxDistance: 0 }).map(({ id }) => id)
  expect(found.slice(0, 2)).toEqual(['é 0 3', 'é 0 67'])
  expect(found.at(-1)).toBe('é 1 450')
})

test('memory stays within its limit; the least recently used is dropped first and read again', async () => {
  const files = ['a', 'b', 'c']
  for (const file of files) await write(file)
  const size = (await openCache(1e9).get('a', 'colors')).bytes()
  const cache = openCache(size * 2.5)
  const [a, b] = [await cache.get('a', 'colors'), await cache.get('b', 'colors')]
  expect(await cache.get('a', 'colors')).toBe(a)
  const c = await cache.get('c', 'colors')
  expect(await cache.get('c', 'colors')).toBe(c)
  expect(await cache.get('a', 'colors')).toBe(a)
  expect(await cache.get('b', 'colors')).not.toBe(b)
})

test('simultaneous searches share one read, and a snapshot dropped meanwhile is not kept', async () => {
  await write('a')
  const cache = openCache(1e9)
  const [first, second] = [cache.get('a', 'colors'), cache.get('a', 'colors')]
  cache.drop('a')
  expect(await first).toBe(await second)
  expect(await cache.get('a', 'colors')).not.toBe(await first)
})
