import { expect, test } from 'vitest'
import { fitRaster } from '../../../../src-main/analysis/decode/fit-raster.ts'
import { createMobilenet } from '../../../../src-main/analysis/models/adapters/mobilenet.ts'
import type { ModelSession } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import type { DecodedPhoto, Raster } from '../../../../src-main/analysis/photo/photo.ts'

/** A model whose class 0 is likelier with a brighter left of its input, class 1 with a brighter right. */
function sidesModel(): { session: ModelSession; runs: () => number } {
  let runs = 0
  const session = {
    inputNames: ['input'],
    outputNames: ['output', 'embedding'],
    run: async (inputs: Record<string, { data: Float32Array }>) => {
      runs++
      const { data } = inputs['input']!
      return { output: { data: Float32Array.of(data[10]!, data[213]!) }, embedding: { data: Float32Array.of(3, 4) } }
    },
  }
  return { session: session as unknown as ModelSession, runs: () => runs }
}

/** White on the left, black on the right. */
function halfWhite(): DecodedPhoto {
  const [width, height] = [300, 300]
  const data = new Uint8Array(3 * width * height).map((_, i) => (Math.floor(i / 3) % width < width / 2 ? 255 : 0))
  const pixels: Raster = { width, height, data }
  return { width, height, pixels, fitted: (spec) => fitRaster(pixels, spec) } as Partial<DecodedPhoto> as DecodedPhoto
}

test('classes are the mean of the middle, its mirror image and the full picture', async () => {
  const { session, runs } = sidesModel()
  const { classifier } = createMobilenet(session, 'sides', [])
  const [left, right] = await classifier.classify(halfWhite())
  expect(runs()).toBe(3)
  // two runs see white on the left, one sees it on the right
  expect(left).toBeCloseTo(2 / 3, 1)
  expect(left! + right!).toBeCloseTo(1)
})

test('the embedding is that of the middle alone, and one run gives both', async () => {
  const { session, runs } = sidesModel()
  const { classifier, embedding } = createMobilenet(session, 'sides', [])
  const photo = halfWhite()
  expect([...(await embedding!.embed(photo))].map((value) => Math.round(value * 10) / 10)).toEqual([0.6, 0.8])
  expect(runs()).toBe(1)
  await classifier.classify(photo)
  expect(runs()).toBe(3)
})
