import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Arena } from '../../../../src-main/analysis/decode/jpeg/arena.ts'
import { LEVEL } from '../../../../src-main/analysis/decode/jpeg/planes-kernel.ts'
import { PlaneResizer, type Size } from '../../../../src-main/analysis/decode/jpeg/plane-resizer.ts'
import { weighSide, type Filter, type SideWeights } from '../../../../src-main/analysis/decode/jpeg/resize-weights.ts'

const arena = new Arena()
const resizer = new PlaneResizer(arena)
const free = arena.take(0)

/** The same in plain numbers. */
function resizePlainly(rows: readonly (readonly number[])[], { width, height }: Size, filter: Filter): number[][] {
  const mix = (numbers: readonly number[], { starts, taps, shares }: SideWeights, i: number) =>
    Array.from({ length: taps }, (_, tap) => shares[i * taps + tap]! * numbers[starts[i]! + tap]!).reduce(
      (a, b) => a + b,
    )
  const clamp = (number: number) => Math.min(255 * LEVEL, Math.max(0, number))
  const down = weighSide(rows.length, height, filter)
  const across = weighSide(rows[0]!.length, width, filter)
  const mixed = Array.from({ length: height }, (_, y) =>
    rows[0]!.map((_number, x) =>
      clamp(
        mix(
          rows.map((row) => row[x]!),
          down,
          y,
        ),
      ),
    ),
  )
  return mixed.map((row) => Array.from({ length: width }, (_, x) => clamp(mix(row, across, x))))
}

/** Rows of noise, most of it at both ends of the range. */
function noise(seed: number, { width, height }: Size): number[][] {
  let state = seed
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const level = () => Math.round(Math.min(1, Math.max(0, 2 * next() - 0.5)) * 255 * LEVEL)
  return Array.from({ length: height }, () => Array.from({ length: width }, level))
}

const side = fc.integer({ min: 1, max: 90 })
const size = fc.record({ width: side, height: side })

test('both kernels add up by their weights, smaller and larger', { tags: 'night' }, () => {
  fc.assert(
    fc.property(fc.nat(), size, size, fc.constantFrom<Filter[]>('lanczos3', 'linear'), (seed, from, to, filter) => {
      const rows = noise(seed, from)
      const stride = Math.ceil(from.width / 32) * 32
      const plane = { ...from, at: arena.take(2 * stride * from.height), stride }
      const numbers = new Int16Array(arena.memory.buffer)
      for (const [y, row] of rows.entries()) numbers.set(row, plane.at / 2 + y * stride)
      const resized = resizer.resize(plane, to, filter)
      const levels = new Int16Array(arena.memory.buffer)
      const expected = from.width === to.width && from.height === to.height ? rows : resizePlainly(rows, to, filter)
      arena.release(free)
      // Each neighbour is rounded, and so is its weight.
      const most = 1.5 * (weighSide(from.height, to.height, filter).taps + weighSide(from.width, to.width, filter).taps)
      for (let y = 0; y < to.height; y++)
        for (let x = 0; x < to.width; x++)
          expect(Math.abs(levels[resized.at / 2 + y * resized.stride + x]! - expected[y]![x]!)).toBeLessThan(most + 1)
    }),
    { numRuns: 200 },
  )
})

test('a plane of one level keeps it, even with fractional sizes', () => {
  for (const before of [37.5, 40, 123.375])
    for (const after of [10, 33, 40, 90]) {
      const { shares, taps, starts } = weighSide(before, after, 'lanczos3')
      for (let i = 0; i < after; i++) {
        expect(shares.slice(i * taps, (i + 1) * taps).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
        expect(starts[i]! + taps).toBeLessThanOrEqual(Math.ceil(before))
      }
    }
})
