import { expect, test } from 'vitest'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import type { SaliencyFeatures } from '../../../src-main/analysis/photo/findings.ts'
import { eyesBoxOf, faceBoxOf, subjectBoxOf } from '../../../src-main/analysis/sharpness/measured-regions.ts'

const face = (landmarks: Face['landmarks'], side = 100): Face => ({
  confidence: 90,
  coordinates: { xmin: 0, ymin: 0, xmax: side, ymax: side, width: side, height: side },
  face_id: '',
  attributes: [],
  landmarks,
})
const eyes: Face['landmarks'] = [
  { type: 'right_eye', x: 30, y: 40 },
  { type: 'left_eye', x: 70, y: 40 },
]

test('both eyes with their surroundings', () =>
  expect(eyesBoxOf(face(eyes), 1)).toEqual({ x1: 12, y1: 26, x2: 88, y2: 54 }))

test('eyes that are too close to each other, or were not found, give nothing', () => {
  expect(eyesBoxOf(face(eyes), 0.2)).toBeNull()
  expect(eyesBoxOf(face(eyes.slice(1)), 1)).toBeNull()
  expect([faceBoxOf(face([]), 0.1), faceBoxOf(face([]), 0.2)]).toEqual([null, { x1: 0, y1: 0, x2: 100, y2: 100 }])
})

test('the subject is the main object, or else the salient area, or else a face', () => {
  const box = (x1: number) => ({ x1, y1: 0, x2: x1 + 10, y2: 10 })
  const of = (...subjects: SaliencyFeatures['subjects']): unknown =>
    subjectBoxOf({ width: 100, height: 100, map: { columns: 1, rows: 1, values: new Uint8Array(1) }, subjects })
  const [faces, salient] = [
    { box: box(1), weight: 1, kind: 'face' as const },
    { box: box(2), weight: 0.35, kind: 'salient' as const },
  ]
  const objects = [0.5, 0.9].map((weight, at) => ({ box: box(3 + at), weight, kind: 'object' as const }))
  expect([of(faces, salient, ...objects), of(faces, salient), of(faces), of()]).toEqual([box(4), box(2), box(1), null])
})
