import { expect, test } from 'vitest'
import type { DetectedFace } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { layMeshes, leaveOutMistaken } from '../../../src-main/analysis/tags/meshed-faces.ts'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { photoOf } from '../models/registry/sample-photos.ts'
import { fakeModels } from '../step/step-context.ts'
import { rasterOf } from '../sharpness/drawn-rasters.ts'
import { face, meshWithMouth } from './faces-with-meshes.ts'

const SIZE = 400
const photo = photoOf(
  rasterOf(SIZE, SIZE, () => 180),
  { width: SIZE, height: SIZE },
)

/** Heights of the faces that the mesh was laid on. */
async function heightsOf(faces: readonly Face[]): Promise<number[]> {
  const heights: number[] = []
  const locate = async (_photo: unknown, { box }: DetectedFace) => {
    heights.push(box.y2 - box.y1)
    return meshWithMouth(30)
  }
  await layMeshes(faces, photo, fakeModels({ 'face-mesh': { modelId: 'drawn', locate } }))
  return heights
}

test('meshes are laid on at most two faces, large and certain ones', async () => {
  expect(await heightsOf([face(50)])).toEqual([])
  expect(await heightsOf([face(120, 60)])).toEqual([])
  expect(await heightsOf([face(100), face(120), face(140)])).toEqual([140, 120])
  expect(await layMeshes([face(120)], photo, fakeModels({}))).toEqual([])
})

const someone = (x1 = 50) => ({ label: 'person', score: 0.5, box: { x1, y1: 50, x2: x1 + 300, y2: 390 } })
const crab = { face: face(120), mesh: { ...meshWithMouth(30), presence: 0.1 } }
const left = (objects: ReturnType<typeof someone>[], person: number, meshed = crab) =>
  leaveOutMistaken([meshed.face, face(60)], [meshed], { objects, person }).length

test('a face that no mesh fits is none, unless somebody certain is around it', () => {
  expect(left([], 0)).toBe(1)
  expect(left([someone()], 0.87)).toBe(1)
  expect(left([someone()], 0.95)).toBe(2)
  expect(left([someone(200)], 0.95)).toBe(1)
  expect(left([], 0, { ...crab, mesh: meshWithMouth(30) })).toBe(2)
})
