import { expect, test } from 'vitest'
import { findPeaks, type CenterMaps } from '../../../../src-main/analysis/models/adapters/find-peaks.ts'

/** One class of 4 by 4 cells, and distances of which each side of each cell has its own. */
function drawMaps(levels: readonly number[]): CenterMaps {
  return {
    logits: Uint8Array.from(levels),
    reach: Uint8Array.from({ length: 64 }, (_, i) => 3 + 2 * i),
    columns: 4,
    rows: 4,
  }
}

test('a peak is no lower than its neighbours, and the first of equal ones', () => {
  // prettier-ignore
  const peaks = findPeaks(
    drawMaps([
      150, 150, 0, 0,
      150, 0, 0, 120,
      0, 0, 0, 200,
      5, 0, 0, 0,
    ]),
    0.1,
    10,
  )
  expect(peaks.map(({ row, column }) => [row, column])).toEqual([
    [2, 3],
    [0, 0],
  ])
  expect(peaks[0]!.score).toBeCloseTo(0.96, 2)
  expect(peaks[1]!.score).toBeCloseTo(0.85, 2)
  expect(peaks[1]!.reach).toEqual([0, 48, 96, 144])
})

test('cells below the least score are no peaks, and no more are given than asked for', () => {
  const maps = drawMaps([200, 0, 0, 180, 0, 0, 0, 0, 0, 0, 0, 0, 160, 0, 0, 28])
  expect(findPeaks(maps, 0.5, 10)).toHaveLength(3)
  expect(findPeaks(maps, 0.1, 10)).toHaveLength(4)
  expect(findPeaks(maps, 0.1, 2).map(({ column }) => column)).toEqual([0, 3])
})
