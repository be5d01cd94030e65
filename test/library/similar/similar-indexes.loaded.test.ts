import { expect, test } from 'vitest'
import { type IndexSource, LoadedIndex } from '../../../src-main/library/similar/similar-indexes.ts'
import { createVectorIndex } from '../../../src-main/indexes/create-vector-index.ts'

const indexOf = (rows: IndexSource['rows']) => new LoadedIndex({ rows, create: createVectorIndex })
const vector = (...values: number[]) => Float32Array.from(values)
/** More rows than are read without a break. */
const many = Array.from({ length: 2_500 }, (_, id) => ({ id, vector: vector(1, id) }))

test('nothing is read before the first query, and the rows are read once', async () => {
  let reads = 0
  const index = indexOf(() => {
    reads += 1
    return [{ id: 1, vector: vector(1, 0) }]
  })
  index.change(2, vector(0, 1))
  expect(reads).toBe(0)
  const loaded = await index.get()
  expect(loaded.get(1)).toEqual(vector(1, 0))
  expect(loaded.get(2)).toBeUndefined()
  index.change(2, vector(0, 1))
  expect((await index.get()).get(2)).toEqual(vector(0, 1))
  expect(reads).toBe(1)
})

test('changes made while the rows are read are newer than the rows', async () => {
  const index = indexOf(() => many)
  const loading = index.get()
  index.change(7, vector(0, 1))
  index.change(8, null)
  const loaded = await loading
  expect(loaded.get(7)).toEqual(vector(0, 1))
  expect(loaded.get(8)).toBeUndefined()
  expect(loaded.get(2_499)).toBeDefined()
})

test('an urgent query reads the rows in one go, even while they are read in slices', async () => {
  const index = indexOf(() => many)
  const loading = index.get()
  index.change(7, vector(0, 1))
  expect(index.now().size).toBe(2_500)
  expect(index.now().get(7)).toEqual(vector(0, 1))
  index.change(8, null)
  await loading
  expect((await index.get()).get(8)).toBeUndefined()
  expect((await index.get()).size).toBe(2_499)
})

test('rows of another length are left out; a new vector of another length starts a new index', async () => {
  const rows = [1, 2].map((id) => ({ id, vector: id === 1 ? vector(1, 0) : vector(1, 0, 0) }))
  const index = indexOf(() => rows)
  expect((await index.get()).get(2)).toBeUndefined()
  index.change(3, vector(0, 0, 1))
  const loaded = await index.get()
  expect(loaded.get(1)).toBeUndefined()
  expect(loaded.get(3)).toEqual(vector(0, 0, 1))
})

test('a failed read is retried at the next query', async () => {
  let isBroken = true
  const index = indexOf(() => {
    if (isBroken) throw new Error('locked')
    return [{ id: 1, vector: vector(1, 0) }]
  })
  await expect(index.get()).rejects.toThrow('locked')
  isBroken = false
  expect((await index.get()).get(1)).toEqual(vector(1, 0))
})

test('the rows are measured before the first index is built, and urgent queries do not wait for that', async () => {
  const steps: string[] = []
  const index = new LoadedIndex({
    rows: () => many,
    *learn() {
      steps.push('learning')
      yield
      steps.push('learned')
    },
    create(dimensions) {
      steps.push('made')
      return createVectorIndex(dimensions)
    },
  })
  const loading = index.get()
  expect(steps).toEqual(['learning'])
  expect(index.now().size).toBe(2_500)
  expect(steps).toEqual(['learning', 'learning', 'learned', 'made'])
  expect((await loading).size).toBe(2_500)
})
