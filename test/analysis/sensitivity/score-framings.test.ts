import { expect, test } from 'vitest'
import { fitRaster } from '../../../src-main/analysis/decode/fit-raster.ts'
import type { NsfwScores } from '../../../src-main/analysis/models/runtime/tasks.ts'
import type { DecodedPhoto, Raster } from '../../../src-main/analysis/photo/photo.ts'
import { scoreFramings } from '../../../src-main/analysis/sensitivity/score-framings.ts'

/** Each pixel's red is its column and its green its row, so that a view reveals its origin. */
function gradient(width: number, height: number): Raster {
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) data.set([i % width, Math.floor(i / width), 0], 3 * i)
  return { width, height, data }
}

const pixels = gradient(200, 100)
/** The original is twice as large as the raster. */
const photo: DecodedPhoto = {
  width: 400,
  height: 200,
  format: 'png',
  hasAlpha: false,
  hashes: () => Promise.reject(new Error('not read')),
  pixels,
  fitted: (spec) => fitRaster(pixels, spec),
  warnings: [],
}
const scores = (porn: number): NsfwScores => ({ porn, hentai: 0, sexy: 0, drawing: 0, neutral: 1 - porn })

/** Columns and rows of the first and the last pixel of each view given to the network. */
async function viewsOf(people: Parameters<typeof scoreFramings>[1], answer: (at: number) => number = () => 0.9) {
  const views: number[][] = []
  const classify = ({ pixels: { data } }: DecodedPhoto) => {
    views.push([data[0]!, data[1]!, data.at(-3)!, data.at(-2)!])
    return Promise.resolve(scores(answer(views.length - 1)))
  }
  const scored = await scoreFramings(photo, people, { modelId: 'fake', classify })
  return { views, framings: scored.framings.map(({ porn }) => porn), person: scored.person?.porn }
}

const person = (score: number, [x1, y1, x2, y2]: readonly [number, number, number, number]) => ({
  score,
  box: { x1, y1, x2, y2 },
})

test('the mirror image, the inner part and the person are checked', async () => {
  const { views, framings } = await viewsOf([person(0.9, [100, 20, 200, 180])])
  expect(views).toEqual([
    [199, 0, 0, 99],
    [20, 10, 179, 89],
    [50, 10, 99, 89],
  ])
  expect(framings).toHaveLength(2)
})

test('people of much lower certainty, tiny ones and those filling the picture get no separate view', async () => {
  const people = [person(0.9, [0, 0, 400, 200]), person(0.85, [10, 10, 20, 20]), person(0.5, [100, 20, 200, 180])]
  expect((await viewsOf(people)).views).toHaveLength(2)
})

test('of several people the strongest evidence counts', async () => {
  const people = [person(0.9, [100, 20, 200, 180]), person(0.88, [220, 20, 320, 180])]
  expect(await viewsOf(people, (at) => [0.9, 0.7, 0.2, 0.8][at]!)).toMatchObject({ framings: [0.9, 0.7], person: 0.8 })
})
