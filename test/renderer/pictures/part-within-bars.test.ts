import { expect, test } from 'vitest'
import { partWithinBars } from '../../../src-renderer/pictures/part-within-bars.ts'

const photo = { width: 6000, height: 4000 }

test('bars around a photo, horizontal or vertical, are left out', () => {
  expect(partWithinBars({ width: 160, height: 120 }, photo)).toBe('inset(5.56% 0)')
  expect(partWithinBars({ width: 120, height: 160 }, { width: 4000, height: 6000 })).toBe('inset(0 5.56%)')
  expect(partWithinBars({ width: 160, height: 120 }, { width: 1920, height: 1080 })).toBe('inset(12.50% 0)')
})

test("a picture with its photo's shape is shown completely, and so is one of a photo of unknown size", () => {
  expect(partWithinBars({ width: 160, height: 107 }, photo)).toBe('')
  expect(partWithinBars({ width: 160, height: 120 }, { width: 0, height: 0 })).toBe('')
})
