import { expect, test } from 'vitest'
import type { DetectedFace, MeshedFace } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { readSmile } from '../../../src-main/analysis/tags/read-smile.ts'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { photoOf } from '../models/registry/sample-photos.ts'
import { fakeModels } from '../step/step-context.ts'
import { rasterOf } from '../sharpness/drawn-rasters.ts'

const SIZE = 400
const photo = photoOf(
  rasterOf(SIZE, SIZE, () => 180),
  { width: SIZE, height: SIZE },
)

const face = (height: number, confidence = 95): Face => ({
  confidence,
  coordinates: { xmin: 100, ymin: 100, xmax: 100 + height, ymax: 100 + height, width: height, height },
  face_id: '',
  attributes: [],
  landmarks: [],
})

/** A mesh that looks straight ahead, with a mouth of this half width between outer eye corners 100 apart. */
function meshed(mouth: number): MeshedFace {
  const points = new Float32Array(468 * 3)
  const nod = (8 * Math.PI) / 180
  for (const [at, x, y] of [
    [33, -50, 0],
    [263, 50, 0],
    [10, 0, -80],
    [152, 0, 80],
    [61, -mouth, 60],
    [291, mouth, 60],
    [13, 0, 60],
    [14, 0, 61],
  ] as const)
    points.set([200 + x, 200 + y * Math.cos(nod), y * Math.sin(nod)], 3 * at)
  return { presence: 1, points }
}

/** The smile that is read, and the heights of the faces that the mesh was laid on. */
async function look(faces: readonly Face[], mouth = 38) {
  const looked: number[] = []
  const locate = async (_photo: unknown, { box }: DetectedFace) => {
    looked.push(box.y2 - box.y1)
    return meshed(mouth)
  }
  const models = fakeModels({ 'face-mesh': { modelId: 'drawn', locate } })
  return { found: await readSmile(faces, photo, models), looked }
}

test('a large face with a broad mouth smiles, and a serious one does not', async () => {
  const { found } = await look([face(120)])
  expect(found).toEqual([{ concept: 'smile', chance: expect.closeTo(0.92), origin: 'faces' }])
  expect((await look([face(120)], 28)).found).toEqual([])
})

test('the mesh is laid on at most two faces, large and certain ones', async () => {
  expect((await look([face(50)])).looked).toEqual([])
  expect((await look([face(120, 60)])).looked).toEqual([])
  expect((await look([face(100), face(120), face(140)], 28)).looked).toEqual([140, 120])
})

test('it ends with the first face that smiles, and says nothing without a mesh', async () => {
  expect((await look([face(100), face(120)])).looked).toEqual([120])
  expect(await readSmile([face(120)], photo, fakeModels({}))).toEqual([])
})
