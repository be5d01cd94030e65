import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { runThrough } from '../../../src-main/indexes/codes/basis.ts'
import { writeCodeFile } from '../../../src-main/indexes/codes/code-file.ts'
import { CodedIndex, learnHeads } from '../../../src-main/indexes/codes/coded-index.ts'
import { readCodeFile } from '../../../src-main/indexes/codes/read-code-file.ts'
import { VectorSlots } from '../../../src-main/indexes/codes/vector-slots.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { photoVectors } from '../../fixtures/photo-vectors.ts'

const COUNT = 700
const exact = () => undefined

/** Vectors of half precision, as the catalogue stores them, under ids that begin at 10. */
function makeVectors(dimensions: number): Map<number, Float32Array> {
  const next = photoVectors(dimensions)
  return new Map(
    Array.from({ length: COUNT }, (_, n) => {
      const halves = new Float16Array(dimensions)
      next(halves)
      return [n * 3 + 10, new Float32Array(halves)]
    }),
  )
}

function makeIndex(vectors: ReadonlyMap<number, Float32Array>, dimensions: number): CodedIndex {
  const heads = runThrough(learnHeads([...vectors.values()].slice(0, 200), dimensions))
  const index = new CodedIndex({ dimensions, exact: (id) => normalise(vectors.get(id)!), heads })
  for (const [id, vector] of vectors) index.put(id, vector)
  return index
}

async function writeFile(dimensions = 200) {
  const vectors = makeVectors(dimensions)
  const index = makeIndex(vectors, dimensions)
  const path = join(tempFolder('codes'), 'some.codes')
  const vectorOf = (id: number) => vectors.get(id)
  const written = await writeCodeFile(path, { token: 'first', index, vectorOf, goesOn: () => true })
  expect(existsSync(path)).toBe(false)
  await written!.putInPlace()
  return { vectors, index, path, vectorOf, slots: written!.slots }
}

test.each([20, 200, 480])('an index is read as it was written, at %i numbers', async (dimensions) => {
  const { vectors, index, path } = await writeFile(dimensions)
  let slots: VectorSlots | null = null
  const read = await readCodeFile(path, 'first', {
    exact: (id, row) => slots!.read(row, id),
    kept: () => slots && { slots, isOwn: () => true },
  })
  slots = new VectorSlots(path, read!.slots)
  expect(read!.index.size).toBe(COUNT)
  for (const id of [10, 13, 10 + 699 * 3]) {
    const query = vectors.get(id)!
    expect(read!.index.get(id)).toEqual(index.get(id))
    expect(read!.index.search(query, { limit: 20 })).toEqual(index.search(query, { limit: 20 }))
  }
  expect(read!.index.get(11)).toBeUndefined()
  // It can be changed like the first one.
  read!.index.remove(13)
  index.remove(13)
  expect(read!.index.size).toBe(index.size)
  slots.close()
})

test('no index is opened without a file, or with one from another state', async () => {
  const { path } = await writeFile()
  expect(await readCodeFile(path, 'second', { exact })).toBeNull()
  expect(await readCodeFile(`${path}.other`, 'first', { exact })).toBeNull()
})

test('an altered file is not trusted', { tags: 'night' }, async () => {
  const { path, slots } = await writeFile()
  const whole = readFileSync(path)
  const read = () => readCodeFile(path, 'first', { exact })
  for (let at = 0; at < slots.at; at += 1_777) {
    const bytes = Buffer.from(whole)
    bytes[at]! ^= 16
    const isUsed = whole.subarray(at, at + 1)[0] !== 0 || bytes[at] !== 0
    writeFileSync(path, bytes)
    const found = await read()
    // Bytes between two sections are never read.
    if (found !== null)
      expect(isUsed && Buffer.compare(bytes.subarray(at, at + 1), Buffer.from([16])) !== 0).toBe(false)
  }
  for (const length of [0, 100, 4096, slots.at - 5000]) {
    writeFileSync(path, whole)
    truncateSync(path, length)
    expect(await read()).toBeNull()
  }
  writeFileSync(path, 'something else')
  expect(await read()).toBeNull()
})

test('a slot that is damaged, truncated or of another id gives no vector', async () => {
  const { path, slots, index } = await writeFile()
  const whole = readFileSync(path)
  const bytes = Buffer.from(whole)
  bytes[slots.at + 40]! ^= 1
  writeFileSync(path, bytes)
  truncateSync(path, whole.length - 10)
  const reader = new VectorSlots(path, slots)
  expect(reader.read(0, index.idOf(0))).toBeUndefined()
  expect(reader.read(1, index.idOf(1))).toEqual(index.get(index.idOf(1)))
  expect(reader.read(1, index.idOf(2))).toBeUndefined()
  expect(reader.read(COUNT - 1, index.idOf(COUNT - 1))).toBeUndefined()
  expect(reader.read(COUNT, 5)).toBeUndefined()
  reader.close()
})

test('a write that ends early, or during which a row is removed, leaves nothing', async () => {
  const { index, path, vectorOf } = await writeFile()
  const before = readFileSync(path)
  const write = (goesOn: () => boolean) => writeCodeFile(path, { token: 'second', index, vectorOf, goesOn })
  let asked = 0
  expect(await write(() => ++asked < 5)).toBeNull()
  expect(
    await write(() => {
      if (index.size === COUNT) index.remove(10)
      return true
    }),
  ).toBeNull()
  expect(existsSync(`${path}.part`)).toBe(false)
  expect(readFileSync(path).equals(before)).toBe(true)
})
