import { expect, test } from 'vitest'
import { cropOf } from '../../../src-main/library/similar/compared-pictures.ts'

test('a part of a photo is cut at pixel borders, and no larger than models need', () => {
  const part = { left: 0.25, top: 0.5, width: 0.5, height: 0.25 }
  expect(cropOf({ width: 4000, height: 2000 }, part)).toEqual({
    kind: 'crop',
    crop: { x1: 1000, y1: 1000, x2: 3000, y2: 1500 },
    from: { width: 4000, height: 2000 },
    size: { width: 800, height: 200 },
  })
  const whole = cropOf({ width: 300, height: 200 }, { left: 0.5, top: 0.5, width: 0.9, height: 0.9 })
  expect(whole.crop).toEqual({ x1: 150, y1: 100, x2: 300, y2: 200 })
  expect(whole.size).toEqual({ width: 150, height: 100 })
})

test('a part of a few pixels cannot be compared', () => {
  expect(() => cropOf({ width: 300, height: 200 }, { left: 0, top: 0, width: 0.02, height: 1 })).toThrow(/too small/)
})
