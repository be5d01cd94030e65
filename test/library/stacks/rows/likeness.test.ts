import { rgbaToThumbHash } from 'thumbhash'
import { expect, test } from 'vitest'
import { areAlike, shadeLikeness } from '../../../../src-main/library/stacks/rows/likeness.ts'

/** A ThumbHash of a bright disk on a dark ground, by its place, radius and brightness. */
function disk(x: number, y: number, radius = 12, brightness = 1, [width, height] = [60, 40]) {
  const rgba = new Uint8Array(width! * height! * 4)
  for (let row = 0; row < height!; row++)
    for (let column = 0; column < width!; column++) {
      const value = brightness * (Math.hypot(column - x, row - y) < radius ? 200 : 40)
      rgba.set([value, value, value, 255], (row * width! + column) * 4)
    }
  return rgbaToThumbHash(width!, height!, rgba)
}

const signsOf = (placeholder: Uint8Array | null, vector: number[] | null = null, model = 1) => ({
  placeholder,
  model,
  vector: vector === null ? null : Float32Array.from(vector),
})

test('light and shade agree at any exposure, and not with another picture', () => {
  const own = disk(20, 20)
  expect(shadeLikeness(own, own)).toBeCloseTo(1)
  expect(shadeLikeness(own, disk(20, 20, 12, 0.4))).toBeGreaterThan(0.95)
  expect(shadeLikeness(own, disk(22, 20))).toBeGreaterThan(0.8)
  expect(shadeLikeness(own, disk(48, 30, 6))).toBeLessThan(0.4)
  expect(shadeLikeness(own, disk(20, 20, 12, 1, [40, 60]))).toBe(-1)
  expect(shadeLikeness(own, null)).toBeNull()
  expect(shadeLikeness(own, new Uint8Array([1, 2]))).toBeNull()
})

test('either measure is enough, even if the other one is unknown', () => {
  const [a, b] = [disk(20, 20), disk(48, 30, 6)]
  expect(areAlike(signsOf(a), signsOf(disk(22, 20)))).toBe(true)
  expect(areAlike(signsOf(a), signsOf(b))).toBe(false)
  expect(areAlike(signsOf(a, [1, 0]), signsOf(b, [0.98, 0.199]))).toBe(true)
  expect(areAlike(signsOf(a, [1, 0]), signsOf(b, [0, 1]))).toBe(false)
  // MobileNetV2 distinguishes photos better than the built-in features.
  const long = (x: number, y: number) => [x, y, ...Array.from({ length: 1278 }, () => 0)]
  expect(areAlike(signsOf(a, long(1, 0)), signsOf(b, long(0.85, 0.527)))).toBe(true)
  expect(areAlike(signsOf(a, [1, 0]), signsOf(b, [0.85, 0.527]))).toBe(false)
  expect(areAlike(signsOf(null, [1, 0]), signsOf(null, [0, 1]))).toBe(false)
  // Vectors of different models cannot be compared.
  expect(areAlike(signsOf(null, [1, 0]), signsOf(null, [1, 0], 2))).toBe(true)
  expect(areAlike(signsOf(null), signsOf(a))).toBe(true)
})
