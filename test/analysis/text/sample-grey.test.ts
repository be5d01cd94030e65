import { expect, test } from 'vitest'
import { LUMA_UNIT, type Luma } from '../../../src-main/analysis/photo/photo.ts'
import { sampleGrey, sampleUpright, type Upright } from '../../../src-main/analysis/text/sample-grey.ts'
import { seededRandom } from '../../fixtures/random.ts'

function randomLuma(width: number, height: number): Luma {
  const random = seededRandom(width * 1000 + height)
  return { width, height, levels: Int16Array.from({ length: width * height }, () => random() * 255 * LUMA_UNIT) }
}

test.each<[string, Luma, Upright, [width: number, height: number]]>([
  ['shrunk', randomLuma(90, 70), { x1: 0, y1: 0, x2: 90, y2: 70 }, [32, 32]],
  ['shrunk one way only', randomLuma(90, 20), { x1: 0, y1: 0, x2: 90, y2: 20 }, [32, 32]],
  ['enlarged', randomLuma(50, 40), { x1: 0, y1: 0, x2: 50, y2: 40 }, [64, 64]],
  ['a part, and beyond the edge', randomLuma(60, 60), { x1: 20.4, y1: 31.7, x2: 70, y2: 66.2 }, [64, 32]],
  ['a column of pixels', randomLuma(1, 40), { x1: 0, y1: 0, x2: 1, y2: 40 }, [32, 32]],
])('an upright part is sampled like any other: %s', (_, luma, { x1, y1, x2, y2 }, [width, height]) => {
  const corners = { start: { x: x1, y: y1 }, right: { x: x2, y: y1 }, down: { x: x1, y: y2 } }
  const wanted = sampleGrey(luma, corners, width, height)
  const { levels, ...size } = sampleUpright(luma, { x1, y1, x2, y2 }, width, height)
  expect(size).toEqual({ width, height })
  // the order of additions differs
  for (const [i, level] of levels.entries()) expect(Math.abs(level - wanted.levels[i]!)).toBeLessThanOrEqual(1)
})
