import { expect, test } from 'vitest'
import { foregroundMask } from '../../../src-main/analysis/foreground/foreground-mask.ts'
import { minimumBarrierMap } from '../../../src-main/analysis/foreground/minimum-barrier-map.ts'
import { resampleMap, shrinkRaster } from '../../../src-main/analysis/foreground/shrink.ts'
import { findMainObjects, leads } from '../../../src-main/analysis/foreground/find-main-objects.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'

/** A yellow disc on a green meadow with some grain; radius and centre in pixels. */
function disc(side: number, cx: number, cy: number, radius: number): { raster: Raster; truth: Uint8Array } {
  const data = new Uint8Array(side * side * 3)
  const truth = new Uint8Array(side * side)
  for (let i = 0; i < side * side; i++) {
    const isInside = Math.hypot((i % side) - cx, Math.floor(i / side) - cy) < radius
    truth[i] = isInside ? 255 : 0
    const grain = (i * 7919) % 17
    data.set(isInside ? [235, 200 + grain, 40] : [50 + grain, 120, 60], i * 3)
  }
  return { raster: { width: side, height: side, data }, truth }
}

function overlap(a: Uint8Array, b: Uint8Array): number {
  let [both, either] = [0, 0]
  a.forEach((value, i) => {
    if (value && b[i]) both++
    if (value || b[i]) either++
  })
  return both / either
}

test('finds a plain subject without any model', () => {
  const { raster, truth } = disc(96, 48, 44, 20)
  expect(overlap(foregroundMask({ raster, saliency: null, boxes: [] }).data, truth)).toBeGreaterThan(0.85)
})

test('follows the colours within a box to the outline of the subject', () => {
  const { raster, truth } = disc(96, 30, 60, 18)
  const box = { x1: 10, y1: 40, x2: 50, y2: 80 }
  expect(
    overlap(foregroundMask({ raster, saliency: null, boxes: [{ box, weight: 0.9, fill: 0.5 }] }).data, truth),
  ).toBeGreaterThan(0.75)
})

test('trusts a saliency map', () => {
  const { raster, truth } = disc(96, 48, 48, 25)
  const saliency = { columns: 96, rows: 96, values: Float32Array.from(truth, (value) => value / 255) }
  expect(overlap(foregroundMask({ raster, saliency, boxes: [] }).data, truth)).toBeGreaterThan(0.97)
})

test("cuts a coarse map's outline where the colours change", () => {
  const { raster, truth } = disc(96, 48, 48, 30)
  const values = Float32Array.from({ length: 64 }, (_, i) =>
    Math.hypot((i % 8) - 3.5, Math.floor(i / 8) - 3.5) < 2 ? 0.8 : 0.2,
  )
  const box = { x1: 18, y1: 18, x2: 78, y2: 78 }
  expect(
    overlap(
      foregroundMask({ raster, saliency: { columns: 8, rows: 8, values }, boxes: [{ box, weight: 1, fill: 0.7 }] })
        .data,
      truth,
    ),
  ).toBeGreaterThan(0.95)
})

test('a picture of one colour or one pixel has a defined mask', () => {
  const flat = { width: 20, height: 10, data: new Uint8Array(600).fill(90) }
  expect(foregroundMask({ raster: flat, saliency: null, boxes: [] }).data).toHaveLength(200)
  const dot = { width: 1, height: 1, data: Uint8Array.of(1, 2, 3) }
  expect(foregroundMask({ raster: dot, saliency: null, boxes: [] }).data).toHaveLength(1)
  expect([...minimumBarrierMap(dot).values].every(Number.isFinite)).toBe(true)
})

test('shrinking averages complete blocks and never enlarges', () => {
  const raster = { width: 5, height: 2, data: Uint8Array.from({ length: 30 }, (_, i) => i * 8) }
  const small = shrinkRaster(raster, 3)
  expect([small.width, small.height]).toEqual([3, 1])
  expect(small.data[0]).toBe(Math.round((0 + 24 + 120 + 144) / 4))
  expect(shrinkRaster(raster, 5)).toBe(raster)
})

test('resampling keeps a flat map flat and corners in place', () => {
  expect(
    [...resampleMap({ columns: 3, rows: 2, values: new Float32Array(6).fill(0.25) }, 7, 5)].every(
      (value) => value === 0.25,
    ),
  ).toBe(true)
  const out = resampleMap({ columns: 2, rows: 2, values: Float32Array.of(0, 1, 0, 1) }, 8, 4)
  expect([out[0], out[7]]).toEqual([0, 1])
})

test('the main objects are certain, large and not furniture', () => {
  const at = (label: string, score: number, x2: number) => ({ label, score, box: { x1: 0, y1: 0, x2, y2: 100 } })
  const found = findMainObjects(
    [at('dining table', 0.9, 60), at('dog', 0.9, 50), at('cat', 0.2, 90), at('person', 0.8, 1)],
    null,
    100,
    100,
  )
  expect(found.map(({ label }) => label)).toEqual(['dog', 'dining table'])
  expect(found[0]!.weight).toBe(1)
  expect(findMainObjects([], null, 10, 10)).toEqual([])
})

test('a table does not lead a mask with objects on it', () => {
  const at = (label: string, side: number) => ({ label, score: 0.95, box: { x1: 0, y1: 0, x2: side, y2: side } })
  const objects = [at('dining table', 90), at('cake', 60)]
  expect(findMainObjects(objects, null, 100, 100, leads.mask)[0]!.label).toBe('cake')
  expect(findMainObjects(objects.slice(0, 1), null, 100, 100, leads.mask)[0]!.label).toBe('dining table')
})

test('a small object beside a large one leads a crop and not a mask', () => {
  const object = (side: number, x1: number) => ({
    label: 'dog',
    score: 0.9,
    box: { x1, y1: 10, x2: x1 + side, y2: 10 + side },
  })
  const objects = [object(60, 0), object(30, 65)]
  expect(findMainObjects(objects, null, 100, 100, leads.crop)).toHaveLength(2)
  expect(findMainObjects(objects, null, 100, 100, leads.mask)).toHaveLength(1)
})

test('a thing with two names counts once in a crop, and so do objects on a table beside it', () => {
  const at = (label: string, score: number, side: number) => ({
    label,
    score,
    box: { x1: 0, y1: 0, x2: side, y2: side },
  })
  const labels = (first: string, second: string) =>
    findMainObjects([at(first, 0.9, 60), at(second, 0.8, 55)], null, 100, 100).map(({ label }) => label)
  expect(labels('oven', 'microwave')).toEqual(['oven'])
  expect(labels('dining table', 'cake').toSorted()).toEqual(['cake', 'dining table'])
})
