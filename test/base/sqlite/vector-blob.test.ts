import { expect, test } from 'vitest'
import { decodeHalves, decodeVector, encodeHalves, encodeVector } from '../../../src-main/base/sqlite/vector-blob.ts'

const vector = new Float32Array([1, -0.5, 0.1, 3e8, 0])

/** The same bytes at an odd offset of a larger buffer, as SQLite may give them. */
const shifted = (blob: Buffer) => Buffer.concat([Buffer.alloc(3), blob]).subarray(3)

test('a vector is read as it was stored, at any offset', () => {
  expect(decodeVector(shifted(encodeVector(vector)))).toEqual(vector)
  expect(encodeVector(vector.subarray(1, 3)).readFloatLE(0)).toBe(-0.5)
  expect(decodeVector(Buffer.alloc(0))).toHaveLength(0)
})

test('the result is a copy', () => {
  const blob = encodeVector(new Float32Array([1, 2]))
  const read = decodeVector(blob)
  blob.fill(0)
  expect([...read]).toEqual([1, 2])
})

test('half precision keeps three digits at half the size', () => {
  const blob = encodeHalves(vector.subarray(0, 3))
  expect(blob).toHaveLength(6)
  const read = decodeHalves(shifted(blob))
  expect(read.slice(0, 2)).toEqual(vector.slice(0, 2))
  expect(read[2]).toBeCloseTo(0.1, 4)
})
