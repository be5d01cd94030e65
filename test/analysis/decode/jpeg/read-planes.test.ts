import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Arena } from '../../../../src-main/analysis/decode/jpeg/arena.ts'
import { readJpegScan } from '../../../../src-main/analysis/decode/jpeg/jpeg-scan.ts'
import { LEVEL, type Scale } from '../../../../src-main/analysis/decode/jpeg/planes-kernel.ts'
import { PlanesReader, type Plane } from '../../../../src-main/analysis/decode/jpeg/read-planes.ts'
import { countBlocks, writeJpeg, type Block, type JpegShape } from './write-jpeg.ts'
import { byNight } from '../../../fixtures/night.ts'

const arena = new Arena()
const reader = new PlanesReader(arena)
const free = arena.take(0)

/** Levels of the planes, row by row; null if there are none. */
async function read(jpeg: Buffer, of: JpegShape, scales: readonly Scale[]): Promise<Int16Array[][] | null> {
  const scan = readJpegScan(jpeg)!
  const planes = await reader.read(jpeg, scan, scales.slice(0, scan.components.length))
  arena.release(free)
  return planes && planes.map((plane, i) => rowsOf(plane, blocksOf(of, i), scales[i]!))
}

const rowsOf = ({ at, stride }: Plane, { columns, rows }: { columns: number; rows: number }, scale: Scale) =>
  Array.from({ length: rows * scale }, (_, y) =>
    new Int16Array(arena.memory.buffer, at + 2 * y * stride, columns * scale).slice(),
  )

const coefficient = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -1023, max: 1023 }))
/** Many zeros, none at all, and blocks that are full to the last coefficient, which have no end mark. */
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

const unitsAcross = ({ width, factors, hasColors }: JpegShape) => Math.ceil(width / (8 * (hasColors ? factors[0] : 1)))
const factorsOf = ({ factors, hasColors }: JpegShape, component: number) =>
  hasColors && component === 0 ? factors : ([1, 1] as const)

function blocksOf(of: JpegShape, component: number): { columns: number; rows: number } {
  const [across, down] = factorsOf(of, component)
  const columns = unitsAcross(of)
  return { columns: columns * across, rows: (countBlocks(of).units / columns) * down }
}

/** Positions of the first coefficients (ITU T.81, figure A.6), which make a block of 4 x 4 pixels. */
// oxfmt-ignore
const zigzag = [
  [0, 0], [1, 0], [0, 1], [0, 2], [1, 1], [2, 0], [3, 0], [2, 1], [1, 2], [0, 3], [0, 4], [1, 3], [2, 2],
  [3, 1], [4, 0], [5, 0], [4, 1], [3, 2], [2, 3], [1, 4], [0, 5], [0, 6], [1, 5], [2, 4], [3, 3],
] as const

/** The inverse transform (T.81, A.3.3) of the lowest waves, at the centres of fewer and larger pixels. */
function pixelOf(mean: number, rest: readonly number[], [x, y]: readonly [number, number], scale: Scale): number {
  const wave = (u: number, at: number) =>
    (u === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * at + 1) * u * Math.PI) / (2 * scale))
  const parts = zigzag.map(([u, v], k) =>
    u < scale && v < scale ? (k === 0 ? mean : (rest[k - 1] ?? 0)) * wave(u, x) * wave(v, y) : 0,
  )
  return Math.min(255, Math.max(0, 128 + parts.reduce((sum, part) => sum + part, 0) / 4))
}

/** The blocks' values, each component's mean starting at 0 at each restart. */
function expectedOf(of: JpegShape, blocks: readonly Block[], scales: readonly Scale[]): number[][][] {
  const { unitBlocks } = countBlocks(of)
  const planes = (of.hasColors ? [0, 1, 2] : [0]).map((i) => {
    const { columns, rows } = blocksOf(of, i)
    return Array.from({ length: rows * scales[i]! }, () => Array.from({ length: columns * scales[i]! }, () => NaN))
  })
  const last = [0, 0, 0]
  for (const [i, { difference, rest }] of blocks.entries()) {
    const unit = Math.floor(i / unitBlocks)
    const inUnit = i % unitBlocks
    if (inUnit === 0 && of.restartInterval > 0 && unit % of.restartInterval === 0) last.fill(0)
    const component = of.hasColors ? Math.max(0, inUnit - (unitBlocks - 3)) : 0
    last[component]! += difference
    const [across, down] = factorsOf(of, component)
    const [column, row] = [unit % unitsAcross(of), Math.floor(unit / unitsAcross(of))]
    const own = component === 0 ? inUnit : 0
    const [left, top] = [column * across + (own % across), row * down + Math.floor(own / across)]
    const scale = scales[component]!
    for (let y = 0; y < scale; y++)
      for (let x = 0; x < scale; x++)
        planes[component]![top * scale + y]![left * scale + x] = pixelOf(last[component]!, rest, [x, y], scale)
  }
  return planes
}

const scale = fc.constantFrom<Scale[]>(1, 2, 3, 4)
const scales = fc.tuple(scale, scale, scale)

test('pixels match the written coefficients, at each scale', { tags: 'night' }, async () => {
  await fc.assert(
    fc.asyncProperty(picture, scales, async ({ shape: of, blocks }, at) => {
      const planes = (await read(writeJpeg(of, blocks), of, at))!
      for (const [i, plane] of expectedOf(of, blocks, at).entries())
        for (const [y, row] of plane.entries())
          for (const [x, level] of row.entries())
            expect(Math.abs(planes[i]![y]![x]! / LEVEL - level)).toBeLessThan(0.05)
    }),
    { numRuns: 300 },
  )
})

test('truncated bytes give nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      picture,
      scales,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ({ shape: of, blocks }, at, share) => {
        const jpeg = writeJpeg(of, blocks)
        const scan = readJpegScan(jpeg)!
        const end = scan.start + Math.floor((jpeg.length - 1 - scan.start) * share)
        expect(await read(jpeg.subarray(0, end), of, at)).toBeNull()
      },
    ),
    { numRuns: byNight(50, 200) },
  )
})

test('damaged bytes give nothing or levels, and end', async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(picture, scales, bytes, async ({ shape: of, blocks }, at, noise) => {
      const jpeg = writeJpeg(of, blocks)
      const scan = readJpegScan(jpeg)!
      jpeg.set(noise.subarray(0, jpeg.length - scan.start), scan.start)
      const planes = await read(jpeg, of, at)
      expect([undefined, scan.components.length]).toContain(planes?.length)
      for (const row of planes?.flat() ?? [])
        expect(row.every((level) => level >= 0 && level <= 255 * LEVEL)).toBe(true)
    }),
    { numRuns: byNight(75, 300) },
  )
})
