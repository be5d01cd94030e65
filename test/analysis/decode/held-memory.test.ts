import { expect, test } from 'vitest'
import { giveBack, HeldMemory } from '../../../src-main/analysis/decode/held-memory.ts'

test('held memory is there until it is released, and then gone', () => {
  const memory = new HeldMemory()
  const raster = memory.hold({ width: 2, height: 1, data: new Uint8Array([1, 2, 3, 4, 5, 6]) })
  expect(raster.data).toHaveLength(6)
  memory.hold(raster) // a resized copy may be the raster itself
  memory.giveBack()
  memory.giveBack()
  expect(raster.data).toHaveLength(0)
})

test('a part of a buffer stays, since others use the rest', () => {
  const whole = new Uint8Array([1, 2, 3, 4])
  giveBack(whole.subarray(1))
  giveBack(Buffer.from('some text in the pool of small buffers'))
  expect([...whole]).toEqual([1, 2, 3, 4])
  expect(Buffer.from('text').toString()).toBe('text')
})
