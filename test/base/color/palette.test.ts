import { expect, test } from 'vitest'
import { ciede2000 } from '../../../src-main/base/color/ciede2000.ts'
import { rgbToLab } from '../../../src-main/base/color/lab.ts'
import { loadPalette, nearestColor } from '../../../src-main/base/color/palette.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

const palette = loadPalette(resourcesDir)
const parents = [
  'black',
  'grey',
  'white',
  'beige',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
]

test('has about 250 named colours under the base colours, and each base colour itself', () => {
  expect(palette.length).toBeGreaterThanOrEqual(240)
  expect(palette.length).toBeLessThanOrEqual(260)
  expect(new Set(palette.map(({ name }) => name)).size).toBe(palette.length)
  expect([...new Set(palette.map(({ parent }) => parent))]).toEqual(parents)
  for (const parent of parents)
    expect(palette.some(({ name, parent: own }) => name === parent && own === parent)).toBe(true)
})

test('names every colour of sRGB closely: none farther than 11, on average within 5', () => {
  const distances: number[] = []
  for (let r = 0; r < 256; r += 17)
    for (let g = 0; g < 256; g += 17)
      for (let b = 0; b < 256; b += 17) distances.push(nearestColor(palette, rgbToLab(r, g, b)).distance)
  expect(Math.max(...distances)).toBeLessThan(11)
  expect(distances.reduce((a, b) => a + b) / distances.length).toBeLessThan(5)
})

test('finds the same colour as comparing with all', () => {
  for (let i = 0; i < 500; i++) {
    const lab = rgbToLab((i * 37) % 256, (i * 101) % 256, (i * 53) % 256)
    const least = Math.min(...palette.map((color) => ciede2000(lab, color.lab)))
    expect(nearestColor(palette, lab).distance).toBe(least)
  }
})

test.each([
  [[255, 255, 255], 'white'],
  [[0, 0, 0], 'black'],
  [[128, 128, 128], 'grey'],
  [[200, 20, 30], 'red'],
  [[250, 140, 20], 'orange'],
  [[250, 230, 30], 'yellow'],
  [[30, 120, 50], 'green'],
  [[20, 40, 180], 'blue'],
  [[120, 200, 240], 'blue'],
  [[110, 40, 150], 'purple'],
  [[245, 150, 190], 'pink'],
  [[100, 60, 30], 'brown'],
  [[228, 216, 192], 'beige'],
] as [[number, number, number], string][])('%j is a %s', (rgb, parent) =>
  expect(nearestColor(palette, rgbToLab(...rgb)).color.parent).toBe(parent),
)
