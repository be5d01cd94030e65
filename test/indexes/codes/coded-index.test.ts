import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { runThrough } from '../../../src-main/indexes/codes/basis.ts'
import { CodedIndex, learnHeads } from '../../../src-main/indexes/codes/coded-index.ts'
import { colorDistance, contentDistance, type DistanceOf, unlikenessOf } from '../../../src-main/indexes/distances.ts'
import { IdBits } from '../../../src-main/indexes/id-bits.ts'
import type { VectorSearch } from '../../../src-main/indexes/index-types.ts'
import { photoVectors } from '../../fixtures/photo-vectors.ts'
import { seededRandom } from '../../fixtures/random.ts'

function someVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  const next = photoVectors(dimensions, seed)
  return Array.from({ length: count }, () => {
    const vector = new Float32Array(dimensions)
    next(vector)
    return vector
  })
}

/** Unordered numbers of both signs, which no head can learn. */
const noise = (count: number, dimensions: number, seed = 1): Float32Array[] => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, () => random() - 0.5))
}

type Made = { index: CodedIndex; read: () => number }

function fill(vectors: readonly Float32Array[], { distance = contentDistance, isLearned = true } = {}): Made {
  const dimensions = vectors[0]!.length
  const heads = isLearned ? runThrough(learnHeads(vectors.slice(0, 400), dimensions)) : undefined
  let reads = 0
  const exact = (id: number) => {
    reads++
    return unitOf(vectors[id]!)
  }
  const index = new CodedIndex({ dimensions, exact, distance, heads })
  vectors.forEach((vector, id) => index.put(id, vector))
  return { index, read: () => reads }
}

const units = new WeakMap<Float32Array, Float32Array>()

function unitOf(vector: Float32Array): Float32Array {
  const unit = units.get(vector) ?? normalise(vector)
  units.set(vector, unit)
  return unit
}

/** The truth: every full vector compared. */
function bruteForce(
  vectors: readonly Float32Array[],
  query: Float32Array,
  { limit, maxDistance = 1, allowed }: VectorSearch,
  distance: DistanceOf = contentDistance,
) {
  return vectors
    .map((vector, id) => ({ id, distance: distance(unlikenessOf(unitOf(query), unitOf(vector))) }))
    .filter((hit) => hit.distance <= maxDistance && (!allowed || allowed.has(hit.id)))
    .sort((a, b) => a.distance - b.distance || a.id - b.id)
    .slice(0, limit)
}

describe('search', () => {
  test.each([1, 3, 20, 245, 480, 1280])(
    'finds the same neighbours as comparing everything, at %i numbers',
    { tags: 'night' },
    (dimensions) => {
      const vectors = someVectors(4000, dimensions)
      const { index } = fill(vectors)
      for (const query of [...someVectors(4, dimensions, 99), vectors[17]!])
        for (const search of [{ limit: 1 }, { limit: 20 }, { limit: 300 }, { limit: 50, maxDistance: 0.2 }])
          expect(index.search(query, search)).toEqual(bruteForce(vectors, query, search))
    },
  )

  test('reads few full vectors', { tags: 'night' }, () => {
    const vectors = someVectors(6000, 480)
    const { index, read } = fill(vectors)
    index.search(vectors[5]!, { limit: 10 })
    expect(read()).toBeLessThan(600)
  })

  test.each([3, 64, 480])(
    'is exact for unordered vectors of both signs, at %i numbers',
    { tags: 'night' },
    (dimensions) => {
      const vectors = noise(2000, dimensions)
      for (const isLearned of [true, false]) {
        const { index } = fill(vectors, { isLearned })
        for (const query of noise(3, dimensions, 99)) {
          // Half of them are at distance 1, where the lower id comes first.
          for (const limit of [5, 1500])
            expect(index.search(query, { limit })).toEqual(bruteForce(vectors, query, { limit }))
        }
      }
    },
  )

  test('is exact by another distance', () => {
    const vectors = someVectors(2000, 245)
    const { index } = fill(vectors, { distance: colorDistance })
    for (const query of someVectors(3, 245, 99))
      expect(index.search(query, { limit: 30 })).toEqual(bruteForce(vectors, query, { limit: 30 }, colorDistance))
  })

  test('is exact among copies, whose lower ids come first', () => {
    const different = someVectors(40, 160)
    const vectors = Array.from({ length: 3000 }, (_, n) => different[(n * 7) % 40]!)
    const { index, read } = fill(vectors)
    for (const search of [{ limit: 10 }, { limit: 100 }, { limit: 76, maxDistance: 0.3 }])
      expect(index.search(different[3]!, search)).toEqual(bruteForce(vectors, different[3]!, search))
    expect(read()).toBeLessThan(3000)
  })

  test('is exact if all are nearly equal, and if some are all zeros', { tags: 'night' }, () => {
    const [centre] = someVectors(1, 300)
    const vectors = noise(2500, 300).map((vector, n) =>
      n % 100 === 3 ? new Float32Array(300) : vector.map((value, i) => centre![i]! + value * 0.001),
    )
    const { index } = fill(vectors)
    for (const query of [centre!, vectors[9]!, new Float32Array(300)])
      expect(index.search(query, { limit: 40 })).toEqual(bruteForce(vectors, query, { limit: 40 }))
  })

  test('is exact for vectors with one number each', () => {
    const vectors = Array.from({ length: 600 }, (_, n) => new Float32Array(200).fill(n + 1, n % 200, (n % 200) + 1))
    const { index } = fill(vectors)
    expect(index.search(vectors[7]!, { limit: 5 })).toEqual(bruteForce(vectors, vectors[7]!, { limit: 5 }))
  })

  test('finds only allowed ids, few or many', () => {
    const vectors = someVectors(5000, 128)
    const { index } = fill(vectors)
    const random = seededRandom(4)
    for (const share of [0.0008, 0.02, 0.5]) {
      const ids = Array.from(vectors.keys()).filter(() => random() < share)
      const [bits, set] = [new IdBits(ids), new Set(ids)]
      for (const query of someVectors(3, 128, 55)) {
        const expected = bruteForce(vectors, query, { limit: 30, allowed: set })
        expect(index.search(query, { limit: 30, allowed: bits })).toEqual(expected)
        expect(index.search(query, { limit: 30, allowed: set })).toEqual(expected)
      }
    }
    expect(index.search(vectors[0]!, { limit: 5, allowed: new IdBits([]) })).toEqual([])
  })

  test('leaves out ids that its owner no longer has', () => {
    const vectors = someVectors(50, 32)
    const index = new CodedIndex({ dimensions: 32, exact: (id) => (id === 4 ? undefined : unitOf(vectors[id]!)) })
    vectors.forEach((vector, id) => index.put(id, vector))
    expect(index.search(vectors[4]!, { limit: 50 }).map(({ id }) => id)).not.toContain(4)
    expect(index.get(4)).toBeUndefined()
  })
})

test.each([3, 96, 1280])('finds everything within a distance, at %i numbers', { tags: 'night' }, (dimensions) => {
  const vectors = someVectors(2000, dimensions)
  const { index } = fill(vectors)
  for (const query of [vectors[5]!, ...someVectors(2, dimensions, 99)]) {
    const all = bruteForce(vectors, query, { limit: vectors.length })
    for (const place of [0, 7, 400, 1500]) {
      const most = (all[place]!.distance + all[place + 1]!.distance) / 2
      const expected = all.filter(({ distance }) => distance <= most).map(({ id }) => id)
      expect(index.near(query, most).toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
    }
  }
})

test('behaves like a map under puts, replacements and removals', { tags: 'night' }, () => {
  const action = fc.record({
    kind: fc.constantFrom('put', 'put', 'remove'),
    id: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer({ min: 0, max: 299 }),
  })
  const choice = noise(300, 20)
  fc.assert(
    fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
      const model = new Map<number, Float32Array>()
      const index = new CodedIndex({ dimensions: 20, exact: (id) => unitOf(model.get(id)!) })
      for (const { kind, id, seed } of actions) {
        if (kind === 'put') {
          model.set(id, choice[seed]!)
          index.put(id, choice[seed]!)
        } else {
          model.delete(id)
          index.remove(id)
        }
      }
      expect(index.size).toBe(model.size)
      const vectors = Array.from({ length: 41 }, (_, id) => model.get(id) ?? new Float32Array(20))
      const allowed = new Set(model.keys())
      for (const limit of [3, 50])
        expect(index.search(choice[0]!, { limit })).toEqual(bruteForce(vectors, choice[0]!, { limit, allowed }))
    }),
    { numRuns: 100 },
  )
})

test('refuses vectors of another length and values that are not numbers', () => {
  const index = new CodedIndex({ dimensions: 4, exact: () => undefined })
  expect(() => index.put(1, new Float32Array(5))).toThrow('with 5 values cannot be used where 4 are')
  expect(() => index.put(1, Float32Array.of(1, NaN, 0, 0))).toThrow('not finite numbers')
  expect(() => index.search(Float32Array.of(1, Infinity, 0, 0), { limit: 1 })).toThrow('not finite numbers')
  expect(() => new CodedIndex({ dimensions: 0, exact: () => undefined })).toThrow('1 to 65536')
  expect(index.size).toBe(0)
})
