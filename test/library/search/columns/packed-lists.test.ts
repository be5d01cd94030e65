import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackedLists } from '../../../../src-main/library/search/columns/packed-lists.ts'

const lists = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.uint32Array({ maxLength: 30 })), { maxLength: 120 })

test('each slot has its last list, however often lists were replaced', () => {
  fc.assert(
    fc.property(lists, fc.nat({ max: 40 }), fc.nat({ max: 40 }), (sets, slots, values) => {
      const packed = new PackedLists(slots, values)
      const plain = new Map<number, number[]>()
      for (const [slot, list] of sets) {
        packed.set(slot, list)
        plain.set(slot, [...list])
      }
      for (const [slot, list] of plain)
        expect([...packed.data().subarray(packed.start(slot), packed.end(slot))]).toEqual(list)
      expect(packed.end(1000)).toBe(packed.start(1000))
    }),
  )
})

test('repeated replacement takes no more room', () => {
  const packed = new PackedLists(16, 64)
  for (let turn = 0; turn < 10_000; turn++) packed.set(turn % 4, new Uint32Array((turn % 5) + 1))
  expect(packed.data().length).toBeLessThanOrEqual(128)
})
