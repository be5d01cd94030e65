import { expect, test } from 'vitest'
import { evenLightness as evenOut } from '../../../src-main/analysis/colors/even-lightness.ts'

const evenLightness = (counts: readonly (readonly [lightness: number, count: number])[]) =>
  evenOut(
    counts.map(([lightness]) => lightness),
    counts.map(([, count]) => count),
  )

const scene: [number, number][] = Array.from({ length: 40 }, (_, i) => [15 + i, 1 + (i % 7)])

test('a brighter copy, or one with more contrast, gets the same lightness', () => {
  const even = evenLightness(scene)
  for (const change of [(l: number) => l + 20, (l: number) => l * 1.25]) {
    const changed = evenLightness(scene.map(([lightness, count]) => [change(lightness), count]))
    for (const [lightness] of scene) expect(Math.abs(even(lightness) - changed(change(lightness)))).toBeLessThan(6)
  }
})

test('it rises from dark to bright, and stays within 0 and 100', () => {
  const even = evenLightness(scene)
  for (let lightness = 0; lightness < 100; lightness += 0.5) {
    expect(even(lightness)).toBeGreaterThanOrEqual(0)
    expect(even(lightness + 0.5)).toBeGreaterThanOrEqual(even(lightness) - 1e-9)
  }
  expect(even(100)).toBeLessThanOrEqual(100 + 1e-9)
})

test('a flat picture stays unchanged, and a large area of one colour changes gradually', () => {
  expect(evenLightness([[30, 100]])(30)).toBe(30)
  const page = evenLightness([
    [99.5, 900],
    [10, 100],
  ])
  expect(Math.abs(page(99.4) - page(99.6))).toBeLessThan(3)
})
