import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotComparison } from '../../../src-main/indexes/codes/slot-comparison.ts'
import { slotBytesOf, writeSlot } from '../../../src-main/indexes/codes/vector-slots.ts'

const DIMENSIONS = 41
const SLOT_BYTES = slotBytesOf(DIMENSIONS)
const id = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })

test('a slot is complete as it was written, and only under its own id', () => {
  const comparison = new SlotComparison(DIMENSIONS, SLOT_BYTES)
  fc.assert(
    fc.property(id, id, vector, (own, other, numbers) => {
      comparison.slot.fill(0)
      writeSlot(comparison.slot, own, Float32Array.from(numbers))
      expect(comparison.isWhole(own)).toBe(true)
      expect(comparison.isWhole(other)).toBe(own === other)
    }),
  )
})

test('any altered byte makes a slot useless, and so do swapped ones', () => {
  const comparison = new SlotComparison(DIMENSIONS, SLOT_BYTES)
  const { slot } = comparison
  const place = fc.integer({ min: 0, max: SLOT_BYTES - 1 })
  fc.assert(
    fc.property(vector, place, place, fc.integer({ min: 1, max: 255 }), (numbers, at, second, change) => {
      slot.fill(0)
      writeSlot(slot, 7, Float32Array.from(numbers))
      const [one, other] = [slot[at]!, slot[second]!]
      slot[at] = one ^ change
      expect(comparison.isWhole(7)).toBe(false)
      slot[at] = other
      slot[second] = one
      expect(comparison.isWhole(7)).toBe(one === other)
    }),
  )
  slot.fill(0)
  expect(comparison.isWhole(0)).toBe(false)
})

test('swapped signs of numbers are noticed, however far apart', () => {
  const comparison = new SlotComparison(1280, slotBytesOf(1280))
  const numbers = new Float32Array(1280)
  for (let at = 8; at < 1280; at += 8) {
    comparison.slot.fill(0)
    numbers
      .fill(0)
      .fill(-1, 0, 1)
      .fill(1, at, at + 1)
    writeSlot(comparison.slot, 7, numbers)
    const written = comparison.slot.slice()
    numbers
      .fill(0)
      .fill(1, 0, 1)
      .fill(-1, at, at + 1)
    writeSlot(comparison.slot, 7, numbers)
    expect(comparison.isWhole(7)).toBe(true)
    comparison.slot.set(written.subarray(0, 16))
    expect(comparison.isWhole(7)).toBe(false)
  }
})
