import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector as pgvector } from '@electric-sql/pglite-pgvector'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { joinStates } from '../../../../src-main/indexes/named/join-states.ts'
import { createSnapshot, shapeOf } from '../../../../src-main/indexes/named/snapshot.ts'
import { snapshotStates } from '../../../../src-main/indexes/named/snapshot-states.ts'
import {
  buildVectorTable,
  dropVectorTable,
  readTrainedVector,
  searchVectorTable,
  type VectorTable,
} from '../../../../src-main/service/store/postgres/vector-tables.ts'
import type { Query } from '../../../../src-main/service/store/postgres/database.ts'
import { vectorStates } from '../../../../src-main/service/store/postgres/vector-states.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { numberedPhotoVectors } from '../../../fixtures/photo-vectors.ts'
import { openTestIndexes, settle } from '../../../indexes/named/open-test-indexes.ts'

const DIMENSIONS = 64
const ENTRIES = 1200
const fill = numberedPhotoVectors(DIMENSIONS)
const vectorOf = (n: number) => {
  const vector = new Float32Array(DIMENSIONS)
  fill(n, vector)
  return vector
}
const entries = Array.from({ length: ENTRIES }, (_, n) => ({ entryId: `photo ${n}`, vector: vectorOf(n) }))
const watch = { signal: new AbortController().signal, onProgress: () => undefined }

let db: PGlite
beforeAll(async () => {
  db = await PGlite.create({ extensions: { vector: pgvector } })
  await db.exec('CREATE EXTENSION vector; SET hnsw.ef_search = 400; SET hnsw.iterative_scan = strict_order')
}, 60_000)
afterAll(() => db.close())

const query: Query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await db.query<R>(text, [...values])).rows

async function* pages(all: typeof entries, size = 500) {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/** What a node would find in its memory, which is exact. */
function inMemory(kind: VectorTable['kind'], all = entries) {
  const shape = shapeOf(DIMENSIONS, all.length)
  const snapshot = createSnapshot(kind, shape)
  for (let from = 0; from < all.length; from += shape.rowsPerBlock) {
    const block = all.slice(from, from + shape.rowsPerBlock)
    const vectors = new Float32Array(block.length * DIMENSIONS)
    block.forEach(({ vector }, i) => vectors.set(unit(vector), i * DIMENSIONS))
    snapshot.add({ names: block.map(({ entryId }) => entryId), vectors })
  }
  return snapshot
}

function unit(vector: Float32Array) {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

async function collect(names: AsyncIterable<string>) {
  const collected: string[] = []
  for await (const name of names) collected.push(name)
  return collected.sort()
}

test('finds what a search in memory finds, at the same distances', { tags: 'night' }, async () => {
  const table: VectorTable = { name: 'vectors_1', kind: 'categories', dimensions: DIMENSIONS }
  await buildVectorTable(query, table, pages(entries), watch)
  const memory = inMemory('categories')
  let found = 0
  for (let n = 0; n < 50; n++) {
    const sought = vectorOf(100_000 + n)
    const exact = memory.search(unit(sought), { offset: 0, count: 10 })
    const hits = await searchVectorTable(query, table, sought, { offset: 0, count: 10 })
    found += hits.filter(({ id }) => exact.some((other) => other.id === id)).length
    const nearest = exact.find(({ id }) => id === hits[0]!.id)!
    expect(hits[0]!.distance).toBeCloseTo(nearest.distance, 5)
  }
  expect(found / 500).toBeGreaterThan(0.98)
})

test('pages follow each other, deep ones exactly, and a maximum distance ends them', { tags: 'night' }, async () => {
  const table: VectorTable = { name: 'vectors_2', kind: 'colors', dimensions: DIMENSIONS }
  await buildVectorTable(query, table, pages(entries), watch)
  const memory = inMemory('colors')
  const sought = vectorOf(7)
  const deep = await searchVectorTable(query, table, sought, { offset: 1100, count: 5 })
  expect(deep.map(({ id }) => id)).toEqual(memory.search(unit(sought), { offset: 1100, count: 5 }).map(({ id }) => id))
  const first = await searchVectorTable(query, table, sought, { offset: 0, count: 20 })
  expect(first[0]).toEqual({ id: 'photo 7', distance: expect.closeTo(0, 3) })
  expect(await searchVectorTable(query, table, sought, { offset: 5, count: 15 })).toEqual(first.slice(5))
  const [, , third] = first
  const near = await searchVectorTable(query, table, sought, { offset: 0, count: 20, maxDistance: third!.distance })
  expect(near).toEqual(first.slice(0, 3))
  const [farthest] = deep.slice(-1)
  const allowed = new Set([farthest!.id, third!.id, 'nobody'])
  expect(await searchVectorTable(query, table, sought, { offset: 0, count: 20, allowed })).toEqual([third, farthest])
})

test('ids of any text, and a vector of zeros, which is unrelated to everything', async () => {
  const table: VectorTable = { name: `odd "name'; --`, kind: 'categories', dimensions: 3 }
  const odd = [
    { entryId: `'; DROP TABLE "x"; --`, vector: new Float32Array([1, 0, 0]) },
    { entryId: '照片 {1,2}', vector: new Float32Array(3) },
    { entryId: '', vector: new Float32Array([0, 3, 4]) },
  ]
  await buildVectorTable(query, table, pages(odd), watch)
  const hits = await searchVectorTable(query, table, new Float32Array([0, 6, 8]), { offset: 0, count: 5 })
  expect(hits[0]).toEqual({ id: '', distance: 0 })
  // those equally far, except for rounding
  expect(new Map(hits.slice(1).map(({ id, distance }) => [id, distance]))).toEqual(
    new Map([
      [odd[0]!.entryId, 1],
      ['照片 {1,2}', 1],
    ]),
  )
  expect(await readTrainedVector(query, table.name, '')).toEqual(new Float32Array([0, 0.6, 0.8]))
  expect(await readTrainedVector(query, table.name, 'nobody')).toBeNull()
  const zero = await searchVectorTable(query, table, new Float32Array(3), { offset: 0, count: 5 })
  expect(zero.map(({ distance }) => distance)).toEqual([1, 1, 1])
})

test('a cancelled build is restarted, and a dropped table is gone', async () => {
  const table: VectorTable = { name: 'vectors_3', kind: 'categories', dimensions: DIMENSIONS }
  const controller = new AbortController()
  const stopping = { signal: controller.signal, onProgress: () => controller.abort() }
  await expect(buildVectorTable(query, table, pages(entries), stopping)).rejects.toThrow()
  const few = entries.slice(0, 10)
  await buildVectorTable(query, table, pages(few), watch)
  expect(await searchVectorTable(query, table, vectorOf(3), { offset: 0, count: 100 })).toHaveLength(10)
  await dropVectorTable(query, table.name)
  await dropVectorTable(query, table.name)
  await expect(searchVectorTable(query, table, vectorOf(3), { offset: 0, count: 1 })).rejects.toThrow()
})

test('as a place of trained states: built, opened, dated, deleted', async () => {
  const clock = { ms: 1_000_000 }
  const states = vectorStates({ query, build: (work) => work(query), now: () => clock.ms })
  const few = entries.slice(0, 20)
  const training = { indexRow: 7, kind: 'categories', dimensions: DIMENSIONS, entries: 20 } as const
  const shares: number[] = []
  const name = await states.build(
    { ...training, pages: () => pages(few) },
    { ...watch, onProgress: (share) => shares.push(share) },
  )
  expect([states.has(name), states.has('7-a.snapshot'), shares.every((share) => share <= 1)]).toEqual([
    true,
    false,
    true,
  ])
  const state = (await states.open(name, 'categories'))!
  expect(state.shape).toEqual({ dimensions: DIMENSIONS, entries: 20 })
  expect((await state.search(vectorOf(3), { offset: 0, count: 1 }))[0]).toEqual({ id: 'photo 3', distance: 0 })
  expect(await state.vectorOf('photo 3')).toHaveLength(DIMENSIONS)
  clock.ms += 1
  const later = await states.build({ ...training, pages: () => pages(few) }, watch)
  expect(await collect(states.madeBefore(clock.ms))).toEqual([name])
  expect(await collect(states.madeBefore(clock.ms + 1))).toEqual([name, later].sort())
  await states.remove(later)
  await states.remove(name)
  expect(await states.open(name, 'categories')).toBeNull()
})

test('large indexes are trained there, small ones in memory', async () => {
  const states = vectorStates({ query, build: (work) => work(query), now: Date.now })
  const folder = tempFolder('indexes')
  const small = snapshotStates(join(folder, 'snapshots'), 1e6)
  const indexes = await openTestIndexes({ folder, states: joinStates(small, states, 15) })
  onTestFinished(() => indexes.close())
  const nameOf = (indexId: string) => ({ kind: 'categories', categorizerId: 'general_v3', indexId }) as const
  const search = async (indexId: string) => {
    await settle(indexes, await indexes.train(nameOf(indexId)))
    return (await indexes.search(nameOf(indexId), vectorOf(3), { count: 2 })).images[0]
  }
  await indexes.saveAll(nameOf('few'), entries.slice(0, 14))
  await indexes.saveAll(nameOf('many'), entries.slice(0, 16))
  const tables = async () => (await query("SELECT 1 FROM pg_tables WHERE tablename LIKE 'vectors\\_%\\_%'")).length
  const before = await tables()
  expect(await search('few')).toEqual({ id: 'photo 3', distance: 0 })
  expect(await tables()).toBe(before)
  expect(await search('many')).toEqual({ id: 'photo 3', distance: 0 })
  expect(await tables()).toBe(before + 1)
  await indexes.saveAll(nameOf('many'), entries.slice(16, 18))
  expect(await search('many')).toEqual({ id: 'photo 3', distance: 0 })
  await expect.poll(tables).toBe(before + 1) // the replaced state is gone
  await indexes.removeIndex(nameOf('many'))
  await expect.poll(tables).toBe(before)
})
