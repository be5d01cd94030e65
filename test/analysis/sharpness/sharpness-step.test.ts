import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { createStepRunner } from '../../../src-main/analysis/pipeline/step-runner.ts'
import { sharpnessStep } from '../../../src-main/analysis/sharpness/sharpness-step.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { photoOf } from '../models/registry/sample-photos.ts'
import { LUMA_UNIT, type DecodedPhoto } from '../../../src-main/analysis/photo/photo.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { fakeModels, runSteps } from '../step/step-context.ts'
import { rasterOf, stripes } from './drawn-rasters.ts'

const eyes = [
  { type: 'right_eye', x: 80, y: 60 },
  { type: 'left_eye', x: 120, y: 60 },
]
const face = { score: 0.95, box: { x1: 50, y1: 20, x2: 150, y2: 140 }, landmarks: eyes }
const models = fakeModels({ faces: { modelId: 'yunet-n', detect: async () => [face] } })
const photo = (edge: number) => photoOf(stripes(edge), { width: 200, height: 160 })
const measure = async (edge: number) => (await runSteps(photo(edge), models, [sharpnessStep])).sharpness!

describe('the sharpness step', () => {
  test('marks the subject, each face and its eyes, higher if sharper', async () => {
    const [sharper, softer] = [await measure(0.5), await measure(3)]
    expect(sharper.faces).toHaveLength(1)
    expect(sharper.faces[0]!.box).toEqual({ x1: 50, y1: 20, x2: 150, y2: 140 })
    expect(sharper.subject).toBeGreaterThan(softer.subject + 20)
    expect(sharper.faces[0]!.face).toBeGreaterThan(softer.faces[0]!.face! + 20)
    expect(sharper.faces[0]!.eyes).toBeGreaterThan(softer.faces[0]!.eyes! + 20)
    expect(sharper.faces[0]!.clipped).toBe(0)
    expect(sharper.exposure).toMatchObject({ highlights: 0, shadows: 0 })
  })

  test('eyes in which nothing stands out are as sharp as their face', async () => {
    const [width, height] = [200, 160]
    const wave = (at: number, edge: number) => Math.tanh(Math.sin((Math.PI * at) / 8) / edge)
    // the shade over the eyes has no edge of its own
    const lit = (x: number, y: number) =>
      Math.min(1, Math.max(0, Math.abs(x - 100) / 15 - 3, Math.abs(y - 60) / 15 - 1.2))
    const inShade = async (edge: number) => {
      const shaded = rasterOf(width, height, (x, y) => 120 + 85 * lit(x, y) * wave(x + 0.5, edge) * wave(y + 0.5, edge))
      return (await runSteps(photoOf(shaded, { width, height }), models, [sharpnessStep])).sharpness!.faces[0]!
    }
    const [sharper, softer] = [await inShade(0.5), await inShade(3)]
    expect(sharper.eyes).toBe(sharper.face)
    expect(sharper.eyes).toBeGreaterThan(softer.eyes! + 20)
  })

  test("gives each face's expression, if the models for it are installed", async () => {
    const without = (await measure(0.5)).faces[0]!
    expect(without).not.toHaveProperty('expression')
    const seeing = fakeModels({
      faces: { modelId: 'yunet-n', detect: async () => [face] },
      'face-mesh': {
        modelId: 'drawn',
        locate: async () => ({ presence: 0.1, points: new Float32Array(3 * 468) }),
      },
      iris: { modelId: 'drawn', trace: async () => Promise.reject(new Error('no face, no eyes')) },
    })
    const found = (await runSteps(photo(0.5), seeing, [sharpnessStep])).sharpness!.faces[0]!
    expect(found).toEqual({ ...without, expression: { openness: null, smile: null, away: null } })
  })

  test('gives 0 for an empty photo', async () => {
    const flat = photoOf(
      rasterOf(200, 160, () => 90),
      { width: 200, height: 160 },
    )
    expect((await runSteps(flat, fakeModels({}), [sharpnessStep])).sharpness).toMatchObject({ subject: 0, faces: [] })
  })

  test('distinguishes photos that look equally sharp at the size of other steps', { tags: 'night' }, async () => {
    const folder = tempFolder()
    const drawn = rasterOf(3200, 2400, (x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? 60 : 200))
    const raw = { raw: { width: 3200, height: 2400, channels: 3 as const } }
    await sharp(drawn.data, raw).jpeg({ quality: 95 }).toFile(join(folder, 'sharp.jpg'))
    await sharp(drawn.data, raw).blur(3).jpeg({ quality: 95 }).toFile(join(folder, 'soft.jpg'))
    const run = createStepRunner({ models: fakeModels({}), steps: [sharpnessStep] })
    const marks = ['sharp.jpg', 'soft.jpg'].map(async (name) => {
      const outcome = await run({ path: join(folder, name), steps: ['sharpness'] })
      return outcome.ok ? outcome.findings.sharpness!.subject : null
    })
    const [sharper, softer] = await Promise.all(marks)
    expect(sharper).toBeGreaterThan(softer! + 15)
  })
})

test('the finer raster comes from the same decode, at the requested place', { tags: 'night' }, async () => {
  const path = join(tempFolder(), 'a.jpg')
  await sharp(stripes(1).data, { raw: { width: 200, height: 160, channels: 3 } })
    .resize(2000, 1600)
    .jpeg()
    .toFile(path)
  const [plain, both] = [await decodePhoto(path), await decodePhoto(path, { isFine: true, uploadSide: 1500 })]
  expect(plain.fine).toBeUndefined()
  expect([both.fine!.width, both.fine!.height]).toEqual([1600, 1280])
  expect([both.pixels.width, both.pixels.height]).toEqual([640, 512])
  expect(both.upload).toMatchObject({ width: 1875, height: 1500 })
  const small = await decodePhoto(path, { uploadSide: 200 })
  expect([small.fine, small.upload?.width]).toEqual([undefined, 250])
})

test.each([1, 3, 6])(
  'with orientation %s the finer one matches libvips for the same picture',
  { tags: 'night' },
  async (orientation) => {
    const folder = tempFolder()
    const picture = sharp(await drawPicture({ width: 3600, height: 2400, seed: 5, format: 'png' })).withMetadata({
      orientation,
    })
    const decode = async (name: string, progressive: boolean) => {
      await picture.clone().jpeg({ quality: 92, progressive }).toFile(join(folder, name))
      return decodePhoto(join(folder, name), { isFine: true })
    }
    const [own, other] = [await decode('own.jpg', false), await decode('other.jpg', true)]
    expect([own.fine!.width, own.fine!.height]).toEqual([other.fine!.width, other.fine!.height])
    expect([own.pixels.width, own.pixels.height]).toEqual([other.pixels.width, other.pixels.height])
    expect(meanDifference(own.fine!.levels, other.fine!.levels) / LUMA_UNIT).toBeLessThan(1)
    expect(meanDifference(own.pixels.data, other.pixels.data)).toBeLessThan(1)
    const markOf = async (decoded: DecodedPhoto) =>
      (await runSteps(decoded, fakeModels({}), [sharpnessStep])).sharpness!.subject
    expect(Math.abs((await markOf(own)) - (await markOf(other)))).toBeLessThanOrEqual(5)
  },
)

const meanDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a, (value, i) => Math.abs(value - b[i]!)).reduce((sum, value) => sum + value, 0) / a.length
