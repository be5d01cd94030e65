import { expect, test } from 'vitest'
import { fitInto, keepInside } from '../../../src-renderer/photo/zoom-geometry.ts'

const stage = { width: 800, height: 600 }

test('a picture fits the stage in its own shape, enlarged three times at most', () => {
  expect(fitInto(stage, { width: 4000, height: 2000 })).toEqual({ width: 800, height: 400 })
  expect(fitInto(stage, { width: 1000, height: 2000 })).toEqual({ width: 300, height: 600 })
  expect(fitInto(stage, { width: 100, height: 50 })).toEqual({ width: 300, height: 150 })
})

test('a picture of unknown size takes the whole stage', () => {
  expect(fitInto(stage, { width: 0, height: 0 })).toEqual(stage)
})

test('a picture moves until its edge reaches that of the stage, and not at all where it is smaller', () => {
  const picture = { width: 1000, height: 500 }
  expect(keepInside({ x: 500, y: 500 }, picture, stage)).toEqual({ x: 100, y: 0 })
  expect(keepInside({ x: -40, y: -1 }, picture, stage)).toEqual({ x: -40, y: -0 })
})
