import fc from 'fast-check'
import { expect, test } from 'vitest'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

type Position = { latitude: number; longitude: number } | null

/** A library with a photo at each position; null means none. */
function openAt(positions: readonly Position[]) {
  const { catalog, add } = openWithRoot()
  const ids = add(...positions.map((_, number) => `${number}.jpg`))
  catalog.files.saveMetadata(
    ids.map((id, number) => ({ id, width: 1, height: 1, metadata: metadata(positions[number] ?? {}) })),
  )
  return { catalog, ids }
}

const vienna = { latitude: 48.2085, longitude: 16.373 }
const besideIt = { latitude: 48.209, longitude: 16.374 }
const sydney = { latitude: -33.857, longitude: 151.215 }
const world = { south: -85, west: -180, north: 85, east: 180 }

test('nearby photos are one cluster until the map is zoomed in enough', () => {
  const { catalog, ids } = openAt([vienna, besideIt, sydney, null])
  catalog.changes.apply({ kind: 'rate', ids: [ids[0]!], rating: 3 })
  const far = catalog.search.map({}, { bounds: world, zoom: 2 })
  expect(far).toMatchObject({ shown: 3, located: 3, unlocated: 1 })
  expect(far.clusters.map(({ count, photo }) => ({ count, photo }))).toEqual([
    { count: 2, photo: ids[0] },
    { count: 1, photo: ids[2] },
  ])
  expect(far.extent).toEqual({ south: -33.857, west: 16.373, north: 48.209, east: 151.215 })
  const bounds = { south: 48.208, west: 16.37, north: 48.21, east: 16.38 }
  const near = catalog.search.map({}, { bounds, zoom: 18 })
  expect(near).toMatchObject({ shown: 2, located: 3 })
  expect(near.clusters).toHaveLength(2)
})

test('a view across the date line has both sides', () => {
  const { catalog } = openAt([
    { latitude: -17, longitude: 179.5 },
    { latitude: -17, longitude: -179.5 },
    { latitude: -17, longitude: 0 },
  ])
  const bounds = { south: -20, west: 179, north: -10, east: -179 }
  expect(catalog.search.map({}, { bounds, zoom: 5 }).shown).toBe(2)
  expect(find(catalog, { text: 'within:-20/179/-10/-179' })).toHaveLength(2)
})

test('the photos of a cluster are those found in its area, wherever they are', { tags: 'night' }, () => {
  const degrees = (most: number) => fc.integer({ min: -most * 1000, max: most * 1000 }).map((steps) => steps / 1000)
  const position = fc.record({ latitude: degrees(85), longitude: degrees(180) })
  const near = fc.record({
    latitude: fc.double({ min: 48.2, max: 48.21, noNaN: true }),
    longitude: fc.double({ min: 16.37, max: 16.38, noNaN: true }),
  })
  fc.assert(
    fc.property(
      fc.array(fc.oneof(position, near, fc.constant(null)), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 20 }),
      (positions, zoom) => {
        const { catalog } = openAt(positions)
        const { clusters, shown, located, unlocated } = catalog.search.map({}, { bounds: world, zoom })
        expect(located + unlocated).toBe(positions.length)
        expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(shown)
        for (const { area, count, photo } of clusters) {
          const found = find(catalog, { text: `within:${area}` })
          expect(found).toHaveLength(count)
          expect(found).toContain(photo)
        }
        catalog.close()
      },
    ),
    { numRuns: 25 },
  )
})
