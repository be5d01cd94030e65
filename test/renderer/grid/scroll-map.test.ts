import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementHeightOf, ScrollMap } from '../../../src-renderer/grid/scroll-map.ts'

const VIEW = 900
function mapOf(height: number): ScrollMap {
  const map = new ScrollMap()
  map.resize(height, VIEW)
  return map
}

test("a list within a browser's limit is scrolled natively", () => {
  const map = mapOf(5_000_000)
  map.scrolledTo(4_321_000)
  expect([map.top, map.shift, elementHeightOf(5_000_000)]).toEqual([4_321_000, 0, 5_000_000])
  expect(map.goTo(123_456)).toBe(123_456)
})

test('every position of a list above the limit can be reached, and is drawn within the element', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 9_000_000, max: 500_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (height, share) => {
        const map = mapOf(height)
        const top = share * (height - VIEW)
        const scrolled = map.goTo(top)
        expect(elementHeightOf(height)).toBeLessThan(16_000_000)
        expect(scrolled).toBeGreaterThanOrEqual(0)
        expect(scrolled).toBeLessThanOrEqual(elementHeightOf(height) - VIEW)
        expect(map.top - map.shift).toBeCloseTo(scrolled)
        const other = mapOf(height)
        other.scrolledTo(scrolled)
        expect(Math.abs(other.top - top)).toBeLessThan(1)
      },
    ),
  )
})

test('both ends are reached with the scroll bar', () => {
  const map = mapOf(51_000_000)
  map.scrolledTo(elementHeightOf(51_000_000) - VIEW)
  expect(map.top).toBe(51_000_000 - VIEW)
  map.scrolledTo(0)
  expect(map.top).toBe(0)
})

test('the wheel moves photos by its own distance, anywhere in the list', () => {
  const map = mapOf(51_000_000)
  let scrolled = map.goTo(20_000_000)
  for (let turn = 1; turn <= 50; turn++) {
    scrolled += 120
    map.scrolledTo(scrolled)
    expect(map.top).toBeCloseTo(20_000_000 + turn * 120)
  }
  const before = map.top
  scrolled = map.settle()
  expect(map.top).toBe(before)
  map.scrolledTo(scrolled - 120)
  expect(map.top).toBeCloseTo(before - 120)
})

test('near the top the wheel reaches it without a jump', () => {
  const map = mapOf(51_000_000)
  let scrolled = map.goTo(500)
  const tops: number[] = []
  while (scrolled > 0) {
    scrolled = Math.max(0, scrolled - 120)
    map.scrolledTo(scrolled)
    tops.push(map.top)
  }
  expect(tops).toEqual([380, 260, 140, 20, 0])
})
