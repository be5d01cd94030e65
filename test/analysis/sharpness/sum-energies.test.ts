import { expect, test } from 'vitest'
import type { Box } from '../../../src-main/analysis/models/runtime/tasks.ts'
import type { Luma } from '../../../src-main/analysis/photo/photo.ts'
import { sumBends, sumSlopes } from '../../../src-main/analysis/sharpness/sum-energies.ts'

const WIDEST = 16_320

function plainSums({ width, levels }: Luma, { x1, y1, x2, y2 }: Box): number[] {
  const sums = [0, 0, 0, 0, 0, 0, 0]
  for (let y = y1; y < y2; y++) {
    for (let x = x1; x < x2; x++) {
      const at = (dx: number, dy: number) => levels[(y + dy) * width + x + dx]!
      const bend = (dx: number, dy: number) => (2 * at(0, 0) - at(-dx, -dy) - at(dx, dy)) ** 2
      const [across, down] = [at(2, 0) - at(-2, 0), at(0, 2) - at(0, -2)]
      const found = [across ** 2, down ** 2, across * down, bend(1, 0), bend(0, 1), bend(1, 1), bend(1, -1)]
      for (const [k, value] of found.entries()) sums[k]! += value
    }
  }
  return sums
}

const sumsOf = (luma: Luma, block: Box): number[] => [...sumSlopes(luma, block), ...sumBends(luma, block)]

const lumaOf = (width: number, height: number, levelAt: (i: number) => number): Luma => ({
  width,
  height,
  levels: Int16Array.from({ length: width * height }, (_, i) => levelAt(i)),
})

test('sums equal plain arithmetic, at any width', () => {
  const luma = lumaOf(61, 47, (i) => ((i * 2_654_435_761) >>> 7) % (WIDEST + 1))
  for (let side = 1; side <= 40; side++) {
    const block = { x1: 2 + (side % 5), y1: 2 + (side % 3), x2: 2 + (side % 5) + side, y2: 2 + (side % 3) + side }
    expect(sumsOf(luma, block)).toEqual(plainSums(luma, block))
  }
})

test('the widest differences, over the largest square, are summed without loss', () => {
  const checks = lumaOf(64, 64, (i) => ((i + Math.floor(i / 64)) % 2 === 0 ? 0 : WIDEST))
  const stripes = lumaOf(64, 64, (i) => (Math.floor(i / 2) % 2 === 0 ? 0 : WIDEST))
  const against = lumaOf(64, 64, (i) => ((Math.floor(i / 2) + Math.floor(i / 128)) % 2 === 0 ? 0 : WIDEST))
  const block = { x1: 2, y1: 2, x2: 58, y2: 62 }
  for (const luma of [checks, stripes, against]) expect(sumsOf(luma, block)).toEqual(plainSums(luma, block))
})

test('alternating pictures, of sizes that grow and shrink, do not mix', () => {
  const block = { x1: 4, y1: 4, x2: 36, y2: 36 }
  const pictures = [40, 400, 60].map((side) => lumaOf(side, side, (i) => (i * side * 7) % 16_000))
  for (const luma of [...pictures, ...pictures]) expect(sumsOf(luma, block)).toEqual(plainSums(luma, block))
})
