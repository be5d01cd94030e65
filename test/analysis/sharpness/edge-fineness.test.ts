import { describe, expect, test } from 'vitest'
import { edgeFineness, type Choice } from '../../../src-main/analysis/sharpness/edge-fineness.ts'
import type { Box } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { markOf } from '../../../src-main/analysis/sharpness/mark-sharpness.ts'
import { lumaOfRaster } from '../../../src-main/analysis/photo/luma-of-raster.ts'
import type { Raster } from '../../../src-main/analysis/photo/photo.ts'
import { motionBlur } from '../../eval/blurred.ts'
import { rasterOf, scene, stripes } from './drawn-rasters.ts'

const finenessOf = (raster: Raster, region: Box, choice: Choice) => edgeFineness(lumaOfRaster(raster), region, choice)
const whole = { x1: 0, y1: 0, x2: 200, y2: 160 }

describe('the fineness of edges', () => {
  test('falls as edges grow wider', () => {
    const values = [0.5, 1, 2, 4].map((width) => finenessOf(stripes(width), whole, 'edges')!)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(values[0]! / values[3]!).toBeGreaterThan(3)
  })

  test('is the same at any contrast and brightness', () => {
    const strong = stripes(1, { low: 10, high: 240, isNoisy: true })
    const weak = stripes(1, { low: 80, high: 180, isNoisy: true })
    expect(finenessOf(weak, whole, 'edges')! / finenessOf(strong, whole, 'edges')!).toBeCloseTo(1, 1)
  })

  test('is next to nothing if blur leaves little but noise', () => {
    const values = [2, 4, 6].map((width) => finenessOf(stripes(width, { isNoisy: true }), whole, 'edges'))
    for (const value of values) expect(markOf(value)).toBeLessThan(6)
  })

  test.each([0, 22.5, 45, 67.5, 90, 112.5, 135, 157.5])('falls under motion at %s degrees', async (degrees) => {
    const marks: number[] = []
    for (const length of [1, 3, 5, 9, 21])
      marks.push(markOf(finenessOf(await motionBlur(scene, length, degrees), whole, 'edges')))
    expect(marks).toEqual(marks.toSorted((a, b) => b - a))
    expect(marks[0]! - marks[3]!, String(marks)).toBeGreaterThan(50)
  })

  test('of a part is that of the part', () => {
    const [sharp, soft] = [stripes(0.5), stripes(4)]
    const both = rasterOf(200, 160, (x, y) => (x < 100 ? sharp : soft).data[(y * 200 + x) * 3]!)
    const left = finenessOf(both, { x1: 0, y1: 0, x2: 100, y2: 160 }, 'edges')!
    const right = finenessOf(both, { x1: 108, y1: 0, x2: 200, y2: 160 }, 'edges')!
    expect(left).toBeGreaterThan(2 * right)
    expect(finenessOf(both, whole, 'finest')!).toBeCloseTo(left, 1)
  })

  test('is unknown if nothing has edges, and if a region has no room', () => {
    const flat = rasterOf(200, 160, () => 128)
    expect(finenessOf(flat, whole, 'edges')).toBeNull()
    expect(finenessOf(flat, whole, 'finest')).toBeNull()
    expect(finenessOf(stripes(1), { x1: 50, y1: 50, x2: 51, y2: 52 }, 'edges')).toBeNull()
    expect(finenessOf(stripes(1), { x1: -40, y1: -40, x2: -10, y2: -10 }, 'edges')).toBeNull()
  })

  test('of a region beyond the picture is that of its inner part', () => {
    const raster = stripes(1)
    const inside = finenessOf(raster, whole, 'finest')!
    expect(finenessOf(raster, { x1: -50, y1: -50, x2: 400, y2: 400 }, 'finest')).toBeCloseTo(inside, 1)
  })
})

test('marks range from 0 to 100 in even steps of twice the width', () => {
  expect([null, 0, 0.07, 0.14, 0.28, 0.56, 1, 2].map(markOf)).toEqual([0, 0, 0, 26, 52, 78, 100, 100])
})
