import { expect, test } from 'vitest'
import { createFaceMesh } from '../../../../src-main/analysis/models/adapters/face-mesh.ts'
import type { ModelSession } from '../../../../src-main/analysis/models/runtime/open-session.ts'
import { rasterOf } from '../../sharpness/drawn-rasters.ts'
import { photoOf } from '../registry/sample-photos.ts'

const SIZE = 200
const drawn = () =>
  photoOf(
    rasterOf(SIZE, SIZE, () => 180),
    { width: SIZE, height: SIZE },
  )
const face = (x: number) => ({
  score: 0.9,
  box: { x1: x, y1: 40, x2: x + 80, y2: 120 },
  landmarks: [
    { type: 'right_eye', x: x + 20, y: 70 },
    { type: 'left_eye', x: x + 60, y: 70 },
  ],
})

test('a face of a photo is looked at once, however often it is asked for', async () => {
  let runs = 0
  const session = {
    run: async () => {
      runs++
      return { mesh: { data: new Float32Array(3 * 468).fill(96) }, presence: { data: Float32Array.of(0.97) } }
    },
  } as unknown as ModelSession
  const { 'face-mesh': mesh } = createFaceMesh(session, 'drawn')
  const photo = drawn()
  const first = await mesh.locate(photo, face(40))
  expect(first.presence).toBeCloseTo(0.97)
  expect(await mesh.locate(photo, face(40))).toBe(first)
  expect(runs).toBe(1)
  await mesh.locate(photo, face(50))
  await mesh.locate(drawn(), face(40))
  expect(runs).toBe(3)
})
