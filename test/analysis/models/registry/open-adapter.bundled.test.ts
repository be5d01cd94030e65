import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildModels } from '../../../../build/models/build-models.ts'
import { createBlazeface } from '../../../../src-main/analysis/models/adapters/blazeface.ts'
import { overlapOf } from '../../../../src-main/analysis/models/adapters/box-suppression.ts'
import { createCenternet } from '../../../../src-main/analysis/models/adapters/centernet.ts'
import { createFaceMesh } from '../../../../src-main/analysis/models/adapters/face-mesh.ts'
import { createFaceres } from '../../../../src-main/analysis/models/adapters/faceres.ts'
import { createIris } from '../../../../src-main/analysis/models/adapters/iris.ts'
import { createNsfw } from '../../../../src-main/analysis/models/adapters/nsfw.ts'
import { openSession, type ModelSession } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import type { DetectedFace } from '../../../../src-main/analysis/models/runtime/tasks.ts'
import { type DecodedPhoto, type Raster, WORKING_SIDE } from '../../../../src-main/analysis/photo/photo.ts'
import { cocoDir, hasCoco, photoOf } from './sample-photos.ts'

const root = join(import.meta.dirname, '../../../..')
/** Photos of people side by side, from the package of the models. */
const people = join(root, 'node_modules/@vladmandic/human/assets/screenshot-facedetect.jpg')
const sessions: ModelSession[] = []

async function open(name: string) {
  const session = await openSession(join(root, `resources/models/bundled/${name}.onnx`))
  sessions.push(session)
  return session
}

async function decode(file: string, change: (picture: Sharp) => Sharp = (picture) => picture): Promise<DecodedPhoto> {
  const whole = await change(sharp(file).removeAlpha().toColourspace('srgb'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = whole.info
  const changed = sharp(whole.data, { raw: { width, height, channels: 3 } })
  const { data, info } = await changed
    .resize(WORKING_SIDE, WORKING_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels: Raster = { width: info.width, height: info.height, data: new Uint8Array(data) }
  return photoOf(pixels, { width, height })
}

beforeAll(() => void buildModels())
afterAll(async () => {
  for (const session of sessions) await session.close()
})

describe('faces', () => {
  test('are found in place, even in a photo much wider than high', async () => {
    const { faces } = createBlazeface(await open('blazeface'), 'blazeface')
    const photo = await decode(people)
    const found = await faces.detect(photo)
    expect(found.length).toBeGreaterThanOrEqual(4)
    const wide = await decode(people, (picture) => picture.extend({ left: 800, right: 400, background: '#777' }))
    const moved = await faces.detect(wide)
    const isThere = ({ box }: DetectedFace) =>
      moved.some((other) => overlapOf(box, { ...other.box, x1: other.box.x1 - 800, x2: other.box.x2 - 800 }) > 0.4)
    expect(found.filter(isThere).length).toBeGreaterThanOrEqual(Math.ceil(found.length / 2))
    for (const { box, landmarks } of found) {
      const eyes = landmarks.filter(({ type }) => type.endsWith('eye'))
      expect(eyes.every(({ x, y }) => x > box.x1 && x < box.x2 && y > box.y1 && y < box.y2)).toBe(true)
    }
  })

  test('have lids and irises at their eyes, even in a turned photo', async () => {
    const { faces } = createBlazeface(await open('blazeface'), 'blazeface')
    const { 'face-mesh': mesh } = createFaceMesh(await open('facemesh'), 'facemesh')
    const { iris } = createIris(await open('iris'), 'iris')
    for (const photo of [
      await decode(people),
      await decode(people, (picture) => picture.rotate(12, { background: '#777' })),
    ]) {
      const found = (await faces.detect(photo)).filter(({ score }) => score > 0.75)
      expect(found.length).toBeGreaterThanOrEqual(3)
      for (const face of found) {
        const { presence, points } = await mesh.locate(photo, face)
        expect(presence).toBeGreaterThan(0.9)
        const at = (point: number) => ({ x: points[3 * point]!, y: points[3 * point + 1]! })
        for (const [side, outer, inner] of [
          ['right', at(33), at(133)],
          ['left', at(263), at(362)],
        ] as const) {
          const eye = await iris.trace(photo, { side, outer, inner })
          const width = Math.hypot(outer.x - inner.x, outer.y - inner.y)
          const mark = face.landmarks.find(({ type }) => type === `${side}_eye`)!
          expect(Math.hypot(eye.iris.x - mark.x, eye.iris.y - mark.y)).toBeLessThan(width / 2)
          expect(Math.hypot(eye.lower[0]!.x - outer.x, eye.lower[0]!.y - outer.y)).toBeLessThan(width / 3)
          expect(eye.radius).toBeLessThan(width / 2)
        }
      }
    }
  })

  test(
    'are described similarly in a turned or darker photo, and differently from each other',
    { tags: 'night' },
    async () => {
      const { faces } = createBlazeface(await open('blazeface'), 'blazeface')
      const identity = createFaceres(await open('faceres'), 'faceres')['face-identity']
      const describeAll = async (photo: DecodedPhoto) => {
        const found = (await faces.detect(photo)).sort((a, b) => a.box.y1 - b.box.y1 || a.box.x1 - b.box.x1)
        return Promise.all(found.map(async (face) => ({ face, ...(await identity.describe(photo, face)) })))
      }
      const plain = await describeAll(await decode(people))
      const changed = await describeAll(
        await decode(people, (picture) => picture.rotate(12, { background: '#777' }).modulate({ brightness: 0.85 })),
      )
      const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
      const best = plain.map(({ vector }) => Math.max(...changed.map((other) => cosine(vector, other.vector))))
      const others = plain.flatMap((a, i) => plain.slice(i + 1).map((b) => cosine(a.vector, b.vector)))
      const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
      console.info(`same face ${mean(best).toFixed(3)}, other faces ${mean(others).toFixed(3)}`)
      expect(mean(best)).toBeGreaterThan(mean(others) + 0.1)
      for (const { vector, age, genderScore } of plain) {
        expect(cosine(vector, vector)).toBeCloseTo(1, 4)
        expect(age).toBeGreaterThanOrEqual(0)
        expect(age).toBeLessThan(110)
        expect(genderScore).toBeLessThan(1)
      }
    },
  )
})

test('objects and the fallback embedding share one run of CenterNet', { tags: 'night' }, async () => {
  const session = await open('centernet')
  let runs = 0
  const counted: ModelSession = { ...session, run: (...input) => (runs++, session.run(...input)) }
  const { objects, embedding } = createCenternet(counted, 'centernet')
  const photo = await decode(people)
  const [found, vector] = await Promise.all([objects.detect(photo), embedding.embed(photo)])
  expect(runs).toBe(1)
  expect(found[0]?.label).toBe('person')
  expect(found.every(({ box }) => box.x1 >= 0 && box.x2 <= photo.width && box.y2 <= photo.height)).toBe(true)
  expect(vector).toHaveLength(embedding.dimensions)
  expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 4)
})

test('nudity scores are probabilities, and a plain street of faces is neutral', async () => {
  const { nsfw } = createNsfw(await open('nsfwjs'), 'nsfwjs')
  const scores = await nsfw.classify(await decode(people))
  expect(Object.values(scores).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 4)
  expect(scores.porn + scores.hentai).toBeLessThan(0.5)
})

test.skipIf(!hasCoco)(
  'objects on 128 COCO photos: precision and recall of image tags at score 0.25',
  { tags: 'night' },
  async () => {
    const { objects } = createCenternet(await open('centernet'), 'centernet')
    const truth = JSON.parse(readFileSync(join(cocoDir, 'labels.json'), 'utf8')) as Record<string, string[]>
    const counts = { right: 0, wrong: 0, missed: 0 }
    for (const [file, labels] of Object.entries(truth)) {
      const found = new Set(
        (await objects.detect(await decode(join(cocoDir, 'images', file))))
          .filter(({ score }) => score >= 0.25)
          .map(({ label }) => label),
      )
      for (const label of found) counts[labels.includes(label) ? 'right' : 'wrong']++
      counts.missed += labels.filter((label) => !found.has(label)).length
    }
    const precision = counts.right / (counts.right + counts.wrong)
    const recall = counts.right / (counts.right + counts.missed)
    console.info(`CenterNet on coco128 at 0.25: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
    expect(precision).toBeGreaterThan(0.8)
    expect(recall).toBeGreaterThan(0.67)
  },
)
