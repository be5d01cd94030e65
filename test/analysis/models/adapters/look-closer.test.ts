import { expect, test } from 'vitest'
import { lookCloser } from '../../../../src-main/analysis/models/adapters/look-closer.ts'
import type { Box, ObjectDetector } from '../../../../src-main/analysis/models/runtime/tasks.ts'
import type { DecodedPhoto } from '../../../../src-main/analysis/photo/photo.ts'
import { photoOf } from '../registry/sample-photos.ts'

type Found = { label: string; score: number; box: Box }

const meadow = photoOf({ width: 640, height: 480, data: new Uint8Array(640 * 480 * 3) })
const small: Box = { x1: 100, y1: 200, x2: 140, y2: 230 }
const large: Box = { x1: 100, y1: 100, x2: 500, y2: 400 }
const sheep = (score: number, box = small): Found => ({ label: 'sheep', score, box })

/** Finds one list on the whole photo and another on each part, and keeps the sizes of the parts. */
function detectorOf(whole: Found[], near: Found[], candidates?: Pick<Found, 'label' | 'score'>[]) {
  const parts: [width: number, height: number][] = []
  const detector: ObjectDetector = {
    modelId: 'model',
    detect: async (photo: DecodedPhoto) => {
      if (photo === meadow) return whole
      parts.push([photo.width, photo.height])
      return near
    },
    ...(candidates && { candidates: async () => candidates }),
  }
  return { detector: lookCloser(detector), parts }
}

test('rocks that are sheep only from afar have the certainty of the closer look', async () => {
  const { detector, parts } = detectorOf(
    [sheep(0.9), sheep(0.45), { label: 'kite', score: 0.4, box: small }],
    [sheep(0.09)],
  )
  const found = await detector.detect(meadow)
  expect(found.map(({ label, score }) => [label, Math.round(score * 1000)])).toEqual([
    ['kite', 400],
    ['sheep', 90],
    ['sheep', 45],
  ])
  expect(parts).toEqual([[160, 160]])
  expect([...(await detector.doubts!(meadow))]).toEqual([['sheep', { from: 0.9, to: 0.09 }]])
})

test('what is no animal at all from close is none', async () => {
  const { detector } = detectorOf([sheep(0.9)], [{ label: 'kite', score: 0.9, box: small }])
  expect(await detector.detect(meadow)).toEqual([sheep(0)])
})

test('an animal that is one from close as well keeps its score, also under another name', async () => {
  for (const near of [sheep(0.7), { ...sheep(0.7), label: 'dog' }]) {
    const { detector } = detectorOf([sheep(0.9)], [near])
    expect(await detector.detect(meadow)).toEqual([sheep(0.9)])
  }
})

test('large animals, doubtful ones and things are looked at once', async () => {
  const { detector, parts } = detectorOf(
    [sheep(0.9, large), { ...sheep(0.19), label: 'cow' }, { ...sheep(0.9), label: 'kite' }],
    [],
  )
  expect((await detector.detect(meadow)).map(({ score }) => score)).toEqual([0.9, 0.19, 0.9])
  expect(parts).toEqual([])
})

test('the part is twice the animal, and ends where the photo does', async () => {
  const atEdge = detectorOf([sheep(0.9, { x1: 540, y1: 0, x2: 640, y2: 100 })], [])
  await atEdge.detector.detect(meadow)
  expect(atEdge.parts).toEqual([[150, 150]])
})

test('the candidates are doubted as the objects are, and a photo is examined once', async () => {
  const { detector, parts } = detectorOf(
    [sheep(0.8)],
    [sheep(0.2)],
    [
      { label: 'sheep', score: 0.8 },
      { label: 'sheep', score: 0.4 },
    ],
  )
  const candidates = await detector.candidates!(meadow)
  expect(candidates.map(({ score }) => Math.round(score * 100))).toEqual([20, 10])
  await detector.detect(meadow)
  expect(parts).toHaveLength(1)
})
