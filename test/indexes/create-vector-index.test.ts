import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { colorDistance, contentDistance, unlikenessOf } from '../../src-main/indexes/distances.ts'
import { createVectorIndex } from '../../src-main/indexes/create-vector-index.ts'

/** Repeatable numbers from -1 to 1 (mulberry32). */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}

function makeVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  const noise = createNoise(seed)
  return Array.from({ length: count }, () => {
    const raw = Float32Array.from({ length: dimensions }, noise)
    const length = Math.hypot(...raw)
    return raw.map((value) => value / length)
  })
}

const fill = (vectors: Float32Array[], index = createVectorIndex(vectors[0]!.length)) => {
  vectors.forEach((vector, id) => index.put(id, vector))
  return index
}

/** The truth: every vector compared in double precision. */
const bruteForce = (vectors: Float32Array[], query: Float32Array, limit: number) =>
  vectors
    .map((vector, id) => ({ id, distance: contentDistance(unlikenessOf(query, vector)) }))
    .sort((a, b) => a.distance - b.distance || a.id - b.id)
    .slice(0, limit)

describe('search', () => {
  test.each([3, 16, 96, 480, 1280])(
    'finds the same neighbours as comparing everything, at %i numbers',
    { tags: 'night' },
    (dimensions) => {
      const vectors = makeVectors(6000, dimensions)
      const index = fill(vectors)
      for (const query of makeVectors(5, dimensions, 99)) {
        const expected = bruteForce(vectors, query, 20)
        const found = index.search(query, { limit: 20 })
        expect(found.map((hit) => hit.id)).toEqual(expected.map((hit) => hit.id))
        found.forEach((hit, i) => expect(hit.distance).toBeCloseTo(expected[i]!.distance, 4))
      }
    },
  )

  test.each([3, 96, 1280])('finds everything within a distance, at %i numbers', (dimensions) => {
    const vectors = makeVectors(3000, dimensions)
    const index = fill(vectors)
    for (const query of [vectors[5]!, ...makeVectors(2, dimensions, 99)]) {
      const all = bruteForce(vectors, query, vectors.length)
      for (const place of [0, 7, 400]) {
        const most = (all[place]!.distance + all[place + 1]!.distance) / 2
        expect(index.near(query, most).toSorted((a, b) => a - b)).toEqual(
          all
            .slice(0, place + 1)
            .map(({ id }) => id)
            .toSorted((a, b) => a - b),
        )
      }
    }
    expect(createVectorIndex(dimensions).near(vectors[0]!, 1)).toEqual([])
  })

  test('is exact if most vectors are nearly equal', () => {
    const [centre] = makeVectors(1, 64, 5)
    const vectors = makeVectors(3000, 64, 7).map((vector) => vector.map((value, i) => centre![i]! + value * 0.05))
    const units = vectors.map((vector) => vector.map((value) => value / Math.hypot(...vector)))
    const expected = bruteForce(units, centre!, 10).map((hit) => hit.id)
    expect(
      fill(units)
        .search(centre!, { limit: 10 })
        .map((hit) => hit.id),
    ).toEqual(expected)
  })

  test('gives the identical vector distance 0, for content and colours', () => {
    const vectors = makeVectors(500, 245)
    for (const distance of [contentDistance, colorDistance]) {
      const index = fill(vectors, createVectorIndex(245, { distance }))
      for (const id of [0, 250, 499]) {
        const [first] = index.search(vectors[id]!, { limit: 1 })
        expect(first!.id).toBe(id)
        expect(first!.distance).toBeLessThanOrEqual(0.001)
      }
    }
  })

  test('keeps to the allowed ids and to the distance', () => {
    const vectors = makeVectors(5000, 32)
    const index = fill(vectors)
    const allowed = new Set([3, 4321, 17])
    expect(
      index
        .search(vectors[100]!, { limit: 50, allowed })
        .map((hit) => hit.id)
        .sort((a, b) => a - b),
    ).toEqual([3, 17, 4321])
    const near = index.search(vectors[100]!, { limit: 5000, maxDistance: 0.7 })
    expect(near.length).toBeGreaterThan(1)
    expect(near.every((hit) => hit.distance <= 0.7)).toBe(true)
    expect(near).toEqual(
      bruteForce(vectors, vectors[100]!, 5000)
        .filter((hit) => hit.distance <= 0.7)
        .map(({ id }) => ({ id, distance: expect.any(Number) })),
    )
  })

  test('returns everything if the limit is larger than the index', () => {
    const index = fill(makeVectors(7, 8))
    expect(index.search(makeVectors(1, 8, 3)[0]!, { limit: 1000 })).toHaveLength(7)
    expect(index.search(makeVectors(1, 8, 3)[0]!, { limit: 0 })).toEqual([])
  })

  test('ranks by the exact vectors if the owner supplies them', () => {
    const vectors = makeVectors(3000, 48)
    const index = fill(vectors, createVectorIndex(48, { exact: (id) => vectors[id] }))
    const [query] = makeVectors(1, 48, 21)
    const expected = bruteForce(vectors, query!, 30)
    index.search(query!, { limit: 30 }).forEach((hit, i) => {
      expect(hit.id).toBe(expected[i]!.id)
      expect(hit.distance).toBeCloseTo(expected[i]!.distance, 6)
    })
    expect(index.bytes()).toBeLessThan(fill(vectors).bytes())
  })
})

describe('content', () => {
  test('behaves like a map under puts, replacements and removals', () => {
    const action = fc.record({
      kind: fc.constantFrom('put', 'put', 'remove'),
      id: fc.integer({ min: 1, max: 12 }),
      seed: fc.integer({ min: 1, max: 1000 }),
    })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const index = createVectorIndex(20)
        const model = new Map<number, Float32Array>()
        for (const { kind, id, seed } of actions) {
          const [vector] = makeVectors(1, 20, seed)
          if (kind === 'put') {
            index.put(id, vector!)
            model.set(id, vector!)
          } else {
            index.remove(id)
            model.delete(id)
          }
        }
        expect(index.size).toBe(model.size)
        for (let id = 1; id <= 12; id++) {
          const [held, expected] = [index.get(id), model.get(id)]
          if (expected) expect(unlikenessOf(held!, expected)).toBeLessThan(1e-6)
          else expect(held).toBeUndefined()
        }
        const [query] = makeVectors(1, 20, 4242)
        expect(
          index
            .search(query!, { limit: 50 })
            .map((hit) => hit.id)
            .sort((a, b) => a - b),
        ).toEqual([...model.keys()].sort((a, b) => a - b))
      }),
      { numRuns: 60 },
    )
  })

  test('is empty once everything is removed, and can be filled again', () => {
    const vectors = makeVectors(200, 16)
    const index = fill(vectors)
    for (const id of vectors.keys()) index.remove(id)
    expect(index.size).toBe(0)
    expect(index.search(vectors[0]!, { limit: 5 })).toEqual([])
    index.put(9, vectors[3]!)
    expect(index.search(vectors[3]!, { limit: 5 })).toEqual([{ id: 9, distance: 0 }])
  })

  test('refuses vectors of another length and values that are not numbers', () => {
    const index = createVectorIndex(4)
    expect(() => index.put(1, new Float32Array(5))).toThrow('with 5 values cannot be used where 4 are')
    expect(() => index.put(1, Float32Array.of(1, NaN, 0, 0))).toThrow('not finite numbers')
    expect(() => index.search(Float32Array.of(1, Infinity, 0, 0), { limit: 1 })).toThrow('not finite numbers')
    expect(() => createVectorIndex(0)).toThrow('1 to 65536')
    expect(index.size).toBe(0)
  })

  test('accepts vectors of any length and compares their directions', () => {
    const index = createVectorIndex(3)
    index.put(1, Float32Array.of(10, 0, 0))
    index.put(2, Float32Array.of(0, 0.001, 0))
    index.put(3, new Float32Array(3))
    const hits = index.search(Float32Array.of(0, 500, 0), { limit: 3 })
    expect(hits[0]).toEqual({ id: 2, distance: 0 })
    expect(hits.slice(1).map((hit) => hit.distance)).toEqual([1, 1])
  })
})
