import { expect, test } from 'vitest'
import { finerOf, isTiled, kindFor, visibleTiles } from '../../../src-renderer/pictures/stage-pictures.ts'

const photo = { width: 6000, height: 4000 }

test("a picture has enough pixels for the zoom, and the file's own at 1:1", () => {
  expect(kindFor(photo, 0.2)).toBe('preview')
  expect(kindFor(photo, 0.4)).toBe('screen')
  expect(kindFor(photo, 0.5)).toBe('full')
  expect(kindFor({ width: 400, height: 300 }, 1)).toBe('full')
  expect(kindFor({ width: 0, height: 0 }, 1)).toBe('preview')
  expect(finerOf('preview', 'full')).toBe('full')
  expect(finerOf('full', 'screen')).toBe('full')
})

test.each(['missing', 'offline'] as const)('nothing finer is requested while the file is %s', (status) => {
  expect(kindFor({ ...photo, status }, 1)).toBe('preview')
})

test('24 megapixels come in one picture, 100 in tiles', () => {
  expect(isTiled(photo)).toBe(false)
  expect(isTiled({ width: 11_600, height: 8700 })).toBe(true)
})

test('only visible parts of a tiled photo are requested', () => {
  const large = { width: 10_000, height: 8000 }
  const stage = { width: 1000, height: 800 }
  const keys = (left: number, top: number, zoom = 1) =>
    visibleTiles(large, { left, top, width: 10_000 * zoom, height: 8000 * zoom, stage }).map(({ key }) => key)
  expect(keys(0, 0)).toEqual(['0-0'])
  expect(keys(-1500, -1500)).toEqual(['0-0', '1-0', '0-1', '1-1'])
  expect(keys(-9000, -7200)).toEqual(['4-3'])
  expect(keys(0, 0, 0.1)).toHaveLength(20)
})

test('tiles cover the photo without a gap', () => {
  const size = { width: 5000, height: 3000 }
  const tiles = visibleTiles(size, { left: 0, top: 0, ...size, stage: size })
  const area = tiles.reduce((sum, { width, height }) => sum + width * height, 0)
  expect(area).toBeCloseTo(1)
  expect(tiles.at(-1)).toMatchObject({ left: 4096 / 5000, top: 2048 / 3000 })
})
