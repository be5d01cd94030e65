import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import type { IndexName } from '../../../src-main/indexes/named/index-name.ts'
import { makeVectors, pets, refusalOf, shades, test, train, vectorOf } from './fixture.ts'

const fill = async (indexes: Indexes, name: IndexName, vectors: Float32Array[]) => {
  await indexes.saveAll(
    name,
    vectors.map((vector, i) => ({ entryId: `e${i}`, vector })),
  )
  await train(indexes, name)
}

describe('distances', () => {
  test.for([pets, shades])('are exactly 0 for saved vectors, which match a distance of 0', async (name, { place }) => {
    const vectors = makeVectors(300, 294, 3).map((vector) => vector.map((value) => Math.abs(value) * 7))
    await fill(place.indexes, name, vectors)
    for (const isReopened of [false, true]) {
      const indexes = isReopened ? await place.reopen() : place.indexes
      for (const i of [0, 137, 299])
        expect(await indexes.search(name, vectors[i]!, { distance: 0 })).toEqual({
          count: 1,
          images: [{ id: `e${i}`, distance: 0 }],
        })
    }
  })

  test('rise, and limit the results; a negative one limits nothing', async ({ place: { indexes } }) => {
    await fill(indexes, pets, [vectorOf(0, 1), vectorOf(1, 1), vectorOf(1, 0), vectorOf(-1, 0)])
    const search = async (distance?: number) => (await indexes.search(pets, vectorOf(1, 0), { distance })).images
    expect(await search()).toEqual([
      { id: 'e2', distance: 0 },
      { id: 'e1', distance: expect.closeTo(1 - Math.SQRT1_2, 6) },
      { id: 'e0', distance: 1 },
      { id: 'e3', distance: 1 },
    ])
    expect((await search(0.3)).map(({ id }) => id)).toEqual(['e2', 'e1'])
    expect(await search(-0.5)).toHaveLength(4)
    expect(await search(5)).toHaveLength(4)
  })
})

describe('pages', () => {
  test('together are the complete list, at any size', async ({ place: { indexes } }) => {
    await fill(indexes, pets, makeVectors(250, 8))
    const query = vectorOf(1, 2, 3, 4, 5, 6, 7, 8)
    const { images } = await indexes.search(pets, query, { count: 1000 })
    expect(images).toHaveLength(250)
    expect((await indexes.search(pets, query)).images).toEqual(images.slice(0, 100))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), async (offset, count) => {
        const expected = images.slice(offset, offset + count)
        expect(await indexes.search(pets, query, { offset, count })).toEqual({
          count: expected.length,
          images: expected,
        })
      }),
    )
  })

  test('may be limited to some entries', async ({ place: { indexes } }) => {
    await fill(indexes, pets, makeVectors(50, 8))
    const { images } = await indexes.search(pets, makeVectors(1, 8)[0]!, { allowed: new Set(['e7', 'e31', 'unknown']) })
    expect(images.map(({ id }) => id).sort()).toEqual(['e31', 'e7'])
  })

  test.for([
    ['count', -1],
    ['count', NaN],
    ['count', 1e9],
    ['count', 1.5],
    ['count', Infinity],
    ['offset', -1],
    ['offset', NaN],
    ['offset', 1e9],
    ['offset', 0.1],
    ['offset', Number.MAX_SAFE_INTEGER],
    ['distance', NaN],
    ['distance', Infinity],
  ] as const)('%s %d is refused by name', async ([parameter, value], { place: { indexes } }) => {
    await indexes.save(pets, 'cat', vectorOf(1))
    expect(await refusalOf(() => indexes.search(pets, vectorOf(1), { [parameter]: value }))).toMatch(
      new RegExp(`^bad-params: ${parameter} is `),
    )
  })

  test('of any numbers have a result or a typed error', async ({ place: { indexes } }) => {
    await fill(indexes, pets, makeVectors(20, 4))
    await fc.assert(
      fc.asyncProperty(
        fc.record({ offset: fc.double(), count: fc.double(), distance: fc.double() }, { requiredKeys: [] }),
        async (page) => {
          const refusal = await refusalOf(() => indexes.search(pets, vectorOf(1, 0, 0, 0), page))
          expect(refusal).toMatch(/^(nothing$|bad-params: (offset|count|distance) is )/)
        },
      ),
    )
  })
})

test('an index emptied and trained finds nothing', async ({ place: { indexes } }) => {
  await fill(indexes, pets, [vectorOf(1, 0)])
  await indexes.remove(pets, 'e0')
  await train(indexes, pets)
  expect(await indexes.search(pets, vectorOf(1, 0))).toEqual({ count: 0, images: [] })
  expect(await indexes.metadata(pets)).toMatchObject({ entries: 0, trained_entries: 0, pending: 0 })
})

test('indexes larger than the given memory are read again when needed', async ({ place }) => {
  const names: IndexName[] = ['a', 'b', 'c'].map((indexId) => ({ kind: 'colors', indexId }))
  const vectors = makeVectors(400, 96)
  for (const name of names) await fill(place.indexes, name, vectors)
  const indexes = await place.reopen({ memoryBytes: 1 })
  for (const name of [...names, ...names])
    expect((await indexes.search(name, vectors[9]!, { count: 1 })).images).toEqual([{ id: 'e9', distance: 0 }])
  const together = await Promise.all(
    Array.from({ length: 30 }, (_, i) => indexes.search(names[i % 3]!, vectors[i]!, { count: 1 })),
  )
  expect(together.map(({ images }) => images[0]!.id)).toEqual(together.map((_, i) => `e${i}`))
})
