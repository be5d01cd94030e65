import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotComparison } from '../../../src-main/indexes/codes/slot-comparison.ts'
import { slotBytesOf, writeSlot } from '../../../src-main/indexes/codes/vector-slots.ts'
import { normalise } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { unlikenessOf } from '../../../src-main/indexes/distances.ts'

const DIMENSIONS = 48
const vector = fc.array(fc.double({ min: -70_000, max: 65_000, noNaN: true }), {
  minLength: DIMENSIONS,
  maxLength: DIMENSIONS,
})
const small = fc.array(fc.double({ min: -1e-4, max: 1e-4, noNaN: true }), {
  minLength: DIMENSIONS,
  maxLength: DIMENSIONS,
})

test("a slot's distance from a vector matches plain code, to the last digit", () => {
  const comparison = new SlotComparison(DIMENSIONS, slotBytesOf(DIMENSIONS))
  const half = (values: readonly number[]) =>
    new Float32Array(new Float16Array(values.map((v) => Math.max(-65_000, v))))
  fc.assert(
    fc.property(fc.oneof(vector, small), fc.oneof(vector, small), (query, kept) => {
      const [unit, halves] = [normalise(query), half(kept)]
      fc.pre(halves.some((value) => value !== 0) && unit.some((value) => value !== 0))
      writeSlot(comparison.slot, 1, halves)
      comparison.prepare(unit)
      const expected = unlikenessOf(unit, normalise(halves))
      const result = comparison.unlikeness(2.1)
      expect(result === undefined || result === expected).toBe(true)
      // It excludes only vectors that are too far.
      if (comparison.unlikeness(expected) !== undefined) expect(comparison.unlikeness(expected)).toBe(expected)
      expect([undefined, Infinity]).toContain(comparison.unlikeness(expected - 1e-3))
    }),
  )
})
