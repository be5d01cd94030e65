import { expect, test } from 'vitest'
import { expectedFill } from '../../../src-main/analysis/foreground/expected-fill.ts'
import { boxOdds, fillBoxes } from '../../../src-main/analysis/foreground/box-odds.ts'
import { foregroundMask } from '../../../src-main/analysis/foreground/foreground-mask.ts'

const share = (odds: Float32Array): number =>
  odds.reduce((sum, value) => sum + 1 / (1 + Math.exp(-value)), 0) / odds.length

test('a box favours its middle most, its edge less, and excludes its surroundings', () => {
  const box = { x1: 10, y1: 10, x2: 30, y2: 20 }
  const odds = boxOdds([{ box, weight: 1, fill: 0.5 }], 40, 30, { edge: 1, middle: 3, outside: -5, fill: 0.6 })
  expect(odds[15 * 40 + 20]).toBeCloseTo(3, 1)
  expect(odds[10 * 40 + 10]).toBe(1)
  expect(odds[0]).toBe(-5)
})

test('a faint map is raised towards the expected cover and a strong one lowered, only within the box', () => {
  const box = { x1: 0, y1: 0, x2: 20, y2: 10 }
  for (const even of [-3, 3]) {
    const odds = new Float32Array(400).fill(even)
    const full = fillBoxes(odds, [{ box, weight: 1, fill: 0.7 }], 20, 20, 1)
    expect(share(full.subarray(0, 200))).toBeCloseTo(0.7, 1)
    expect(full[399]).toBe(even)
    const half = fillBoxes(odds, [{ box, weight: 0.5, fill: 0.7 }], 20, 20, 1)
    expect(Math.abs(half[0]! - even)).toBeCloseTo(Math.abs(full[0]! - even) / 2, 3)
  }
})

test('boxes beside the picture, thinner than a pixel or overlapping have a defined mask', () => {
  const raster = { width: 24, height: 16, data: Uint8Array.from({ length: 24 * 16 * 3 }, (_, i) => (i * 37) % 256) }
  const saliency = { columns: 2, rows: 2, values: Float32Array.of(0.1, 0.9, 0.2, 0.8) }
  const boxes = [
    [-50, -50, -20, -10],
    [30, 2, 60, 9],
    [5, 5, 5, 5],
    [4, 3, 20, 12],
    [6, 4, 22, 14],
  ].map(([x1, y1, x2, y2]) => ({ box: { x1: x1!, y1: y1!, x2: x2!, y2: y2! }, weight: 1, fill: 0.5 }))
  for (const some of [boxes, boxes.slice(0, 1), boxes.slice(1, 2), boxes.slice(2, 3), boxes.slice(3)]) {
    const mask = foregroundMask({ raster, saliency, boxes: some })
    expect(mask.data).toHaveLength(24 * 16)
    expect([...mask.data].every((value) => value === 0 || value === 255)).toBe(true)
    expect(foregroundMask({ raster, saliency, boxes: some })).toEqual(mask)
  }
})

test('everything is expected to cover some of its box, solid things more', () => {
  expect(expectedFill('bus')).toBeGreaterThan(expectedFill('person'))
  expect(expectedFill('person')).toBeGreaterThan(expectedFill('bicycle'))
  expect(expectedFill('no such thing')).toBe(expectedFill('person'))
})
