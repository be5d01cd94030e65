import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colorDistance, contentDistance } from '../../../src-main/indexes/distances.ts'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import { pets, refusalOf, shades, train, vectorOf } from './fixture.ts'
import { openTestIndexes } from './open-test-indexes.ts'
import { byNight } from '../../fixtures/night.ts'

/** The simplest possible index: two maps, and every vector compared. */
type Model = { saved: Map<string, number[]>; trained: Map<string, number[]>; altered: Set<string>; isThere: boolean }
const emptyModel = (): Model => ({ saved: new Map(), trained: new Map(), altered: new Set(), isThere: false })
type World = { indexes: Indexes; models: [Model, Model] }

const names = [pets, shades] as const
const distancesOf = [contentDistance, colorDistance] as const
const which = fc.constantFrom(0 as const, 1 as const)
const entry = fc.constantFrom('a', 'b', 'c', 'd/e', 'é', '🐶')
const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 })

function distance(at: 0 | 1, a: number[], b: number[]): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b)
  return distancesOf[at](lengths === 0 ? 1 : 1 - a.reduce((sum, value, i) => sum + value * b[i]!, 0) / lengths)
}

type Step = { name: string; run(world: World): Promise<void> }
const step = <T>(
  name: string,
  input: fc.Arbitrary<T>,
  run: (world: World, input: T) => Promise<void>,
): fc.Arbitrary<Step> =>
  input.map((value) => ({ name: `${name} ${JSON.stringify(value)}`, run: (world) => run(world, value) }))

const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: step('save', fc.tuple(which, entry, vector), async ({ indexes, models }, [at, id, values]) => {
      await indexes.save(names[at], id, vectorOf(...values))
      models[at].isThere = true
      models[at].saved.set(id, values)
      models[at].altered.add(id)
    }),
  },
  {
    weight: 3,
    arbitrary: step('remove', fc.tuple(which, entry), async ({ indexes, models }, [at, id]) => {
      if (!models[at].isThere)
        return expect(await refusalOf(() => indexes.remove(names[at], id))).toContain('index-not-found')
      const isRemoved = models[at].saved.delete(id)
      expect(await indexes.remove(names[at], id)).toBe(isRemoved)
      if (isRemoved) models[at].altered.add(id)
    }),
  },
  {
    weight: 3,
    arbitrary: step('train', which, async ({ indexes, models }, at) => {
      if (!models[at].isThere) return
      await train(indexes, names[at])
      models[at].trained = new Map(models[at].saved)
      models[at].altered.clear()
    }),
  },
  {
    weight: 6,
    arbitrary: step(
      'search',
      fc.tuple(which, vector, fc.nat(7), fc.nat(7), fc.double({ min: -1, max: 1.5, noNaN: true })),
      async ({ indexes, models }, [at, query, offset, count, limit]) => {
        if (!models[at].isThere) return
        const all = [...models[at].trained]
          .map(([id, values]) => ({ id, distance: distance(at, values, query) }))
          .sort((a, b) => a.distance - b.distance)
        const near = all.filter((one) => limit < 0 || one.distance <= limit)
        // within rounding of the limit either answer is correct
        const isClose = all.some((one) => Math.abs(one.distance - limit) < 1e-3)
        const { images, count: found } = await indexes.search(names[at], vectorOf(...query), {
          offset,
          count,
          distance: limit,
        })
        expect(found).toBe(images.length)
        if (!isClose) expect(images).toHaveLength(Math.min(count, Math.max(0, near.length - offset)))
        expect(new Set(images.map(({ id }) => id)).size).toBe(images.length)
        images.forEach((image, i) => {
          expect(Math.abs(image.distance - all[offset + i]!.distance)).toBeLessThan(1e-3)
          expect(Math.abs(image.distance - distance(at, models[at].trained.get(image.id)!, query))).toBeLessThan(1e-3)
        })
      },
    ),
  },
  {
    weight: 1,
    arbitrary: step('remove the index', which, async ({ indexes, models }, at) => {
      if (models[at].isThere) await indexes.removeIndex(names[at])
      models[at] = emptyModel()
    }),
  },
)

const reopening = fc.constant({ name: 'reopen' })

async function compare({ indexes, models }: World) {
  for (const at of [0, 1] as const) {
    const { saved, trained, altered, isThere } = models[at]
    if (!isThere) {
      expect(await refusalOf(() => indexes.metadata(names[at]))).toContain('index-not-found')
      continue
    }
    expect(await indexes.metadata(names[at])).toMatchObject({
      entries: saved.size,
      trained_entries: trained.size,
      pending: altered.size,
    })
    for (const id of ['a', 'b', 'c', 'd/e', 'é', '🐶'])
      expect(await indexes.hasEntry(names[at], id)).toBe(saved.has(id))
  }
}

test('any sequence of calls gives the same as the simplest index', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 20, arbitrary: steps }, { weight: 1, arbitrary: reopening }), {
        minLength: 5,
        maxLength: 40,
      }),
      async (sequence) => {
        const folder = mkdtempSync(join(tmpdir(), 'indexes-'))
        const world: World = { indexes: await openTestIndexes({ folder }), models: [emptyModel(), emptyModel()] }
        try {
          for (const one of sequence) {
            if ('run' in one) await one.run(world)
            else {
              await world.indexes.close()
              world.indexes = await openTestIndexes({ folder })
            }
          }
          await compare(world)
        } finally {
          await world.indexes.close()
          rmSync(folder, { recursive: true, force: true })
        }
      },
    ),
    { numRuns: byNight(15, 200) },
  )
}, 180_000)
