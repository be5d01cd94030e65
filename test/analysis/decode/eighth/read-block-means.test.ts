import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJpegScan } from '../../../../src-main/analysis/decode/eighth/jpeg-scan.ts'
import { BlockMeansReader } from '../../../../src-main/analysis/decode/eighth/read-block-means.ts'
import { countBlocks, writeJpeg, type Block, type JpegShape } from './write-jpeg.ts'

const reader = new BlockMeansReader()

const coefficient = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -1023, max: 1023 }))
/** Many zeros, none at all, and blocks that are full to the last coefficient, which have no end. */
const block: fc.Arbitrary<Block> = fc.record({
  difference: fc.oneof(fc.integer({ min: -7, max: 7 }), fc.integer({ min: -2047, max: 2047 })),
  rest: fc.oneof(
    fc.constant([]),
    fc.array(coefficient, { maxLength: 63 }),
    fc.array(fc.integer({ min: 1, max: 1023 }), { minLength: 63, maxLength: 63 }),
    fc.integer({ min: 1, max: 3 }).map((last) => [...Array.from({ length: 62 }, () => 0), last]),
  ),
})
const factors: readonly JpegShape['factors'][] = [
  [1, 1],
  [2, 1],
  [1, 2],
  [2, 2],
  [4, 1],
]
const shape: fc.Arbitrary<JpegShape> = fc.record({
  width: fc.integer({ min: 1, max: 70 }),
  height: fc.integer({ min: 1, max: 40 }),
  factors: fc.constantFrom(...factors),
  hasColors: fc.boolean(),
  restartInterval: fc.integer({ min: 0, max: 5 }),
})
const picture = shape.chain((of) => {
  const { units, unitBlocks } = countBlocks(of)
  const count = units * unitBlocks
  return fc.record({ shape: fc.constant(of), blocks: fc.array(block, { minLength: count, maxLength: count }) })
})

/** The means that these differences add up to, each component from 0 at each restart. */
function meansOf(of: JpegShape, blocks: readonly Block[]): number[] {
  const { unitBlocks } = countBlocks(of)
  const last = [0, 0, 0]
  return blocks.map(({ difference }, i) => {
    const unit = Math.floor(i / unitBlocks)
    if (i % unitBlocks === 0 && of.restartInterval > 0 && unit % of.restartInterval === 0) last.fill(0)
    const component = of.hasColors ? Math.max(0, (i % unitBlocks) - (unitBlocks - 3)) : 0
    last[component]! += difference
    return (last[component]! << 16) >> 16
  })
}

test('the means are those that were written, whatever else the blocks hold', async () => {
  await fc.assert(
    fc.asyncProperty(picture, async ({ shape: of, blocks }) => {
      const jpeg = writeJpeg(of, blocks)
      const means = await reader.read(jpeg, readJpegScan(jpeg)!)
      expect([...means!]).toEqual(meansOf(of, blocks))
    }),
    { numRuns: 300 },
  )
})

test('nothing is given of bytes that are cut off', async () => {
  await fc.assert(
    fc.asyncProperty(picture, fc.double({ min: 0, max: 1, noNaN: true }), async ({ shape: of, blocks }, share) => {
      const jpeg = writeJpeg(of, blocks)
      const scan = readJpegScan(jpeg)!
      const end = scan.start + Math.floor((jpeg.length - 1 - scan.start) * share)
      expect(await reader.read(jpeg.subarray(0, end), scan)).toBeNull()
    }),
    { numRuns: 200 },
  )
})

test('damaged bytes give nothing or means, and end', async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(picture, bytes, async ({ shape: of, blocks }, noise) => {
      const jpeg = writeJpeg(of, blocks)
      const scan = readJpegScan(jpeg)!
      jpeg.set(noise.subarray(0, jpeg.length - scan.start), scan.start)
      const means = await reader.read(jpeg, scan)
      const { units, unitBlocks } = countBlocks(of)
      expect([undefined, units * unitBlocks]).toContain(means?.length)
    }),
    { numRuns: 300 },
  )
})
