import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { FaceResult } from '../../../src-main/contract/analysis/operations/faces.ts'
import type { AnalysedPicture } from '../../../src-main/analysis/operations/analysed-picture.ts'
import { fakeModels } from '../step/step-context.ts'
import { drawPicture, packagePhotos } from '../../fixtures/pictures.ts'
import { errorOf, openOperations, openWithoutModels } from './open-operations.ts'

const operations = openOperations()
let picture: AnalysedPicture
beforeAll(async () => {
  picture = await operations.open(packagePhotos().find((path) => path.includes('samples'))!)
})
afterAll(() => operations.close())

test(
  'boxes and landmarks inside the picture, most certain first, without ids and attributes',
  { tags: 'night' },
  async () => {
    const { faces } = FaceResult.parse(await operations.faces(picture))
    expect(faces.length).toBeGreaterThan(1)
    expect(faces.map(({ confidence }) => confidence)).toEqual(
      faces.map(({ confidence }) => confidence).sort((a, b) => b - a),
    )
    for (const {
      coordinates: { xmin, ymin, xmax, ymax, width, height },
      landmarks,
      face_id,
      attributes,
    } of faces) {
      expect([width, height, face_id, attributes]).toEqual([xmax - xmin, ymax - ymin, '', []])
      expect(
        xmin >= 0 &&
          ymin >= 0 &&
          xmax <= picture.photo.width &&
          ymax <= picture.photo.height &&
          width > 0 &&
          height > 0,
      ).toBe(true)
      expect(landmarks.length).toBeGreaterThanOrEqual(5)
    }
  },
)

test('ids distinguish the faces and are the same for the same bytes', { tags: 'night' }, async () => {
  const ids = (await operations.faces(picture, { return_face_id: '1' })).faces.map(({ face_id }) => face_id)
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  const again = await operations.open(picture.origin)
  expect((await operations.faces(again, { return_face_id: '1' })).faces.map(({ face_id }) => face_id)).toEqual(ids)
})

test('attributes come on request', { tags: 'night' }, async () => {
  const closeUps: Face[] = []
  for (const face of (await operations.faces(picture)).faces.slice(0, 6)) {
    const near = await operations.open(await cutAround(face))
    expect((await operations.faces(near)).faces.every(({ attributes }) => attributes.length === 0)).toBe(true)
    closeUps.push(...(await operations.faces(near, { return_face_attributes: '1' })).faces)
  }
  expect(new Set(closeUps.flatMap(({ attributes }) => attributes.map(({ type }) => type)))).toEqual(
    new Set(['age_group', 'gender']),
  )
})

/** The head and shoulders of a face, so that the face is large in its picture. */
async function cutAround({ coordinates: { xmin, ymin, width, height } }: Face): Promise<Buffer> {
  const [left, top] = [Math.max(0, xmin - width), Math.max(0, ymin - height)]
  const size = {
    width: Math.min(3 * width, picture.photo.width - left),
    height: Math.min(3 * height, picture.photo.height - top),
  }
  return sharp(picture.origin)
    .extract({ left, top, ...size })
    .jpeg()
    .toBuffer()
}

test('without a face model the operation is refused; without an identity model ids stay empty', async () => {
  const bare = openWithoutModels()
  const drawn = await bare.open(await drawPicture())
  expect((await errorOf(() => bare.faces(drawn))).code).toBe('not-supported-here')
  const box = { x1: 10, y1: 10, x2: 90, y2: 90 }
  const detector = { modelId: 'yunet', detect: async () => [{ score: 0.9, box, landmarks: [] }] }
  const withoutIdentity = openOperations({ models: fakeModels({ faces: detector }) })
  const { faces } = await withoutIdentity.faces(await withoutIdentity.open(await drawPicture()), { return_face_id: 1 })
  expect(faces.map(({ face_id, coordinates }) => [face_id, coordinates.width])).toEqual([['', 80]])
})
