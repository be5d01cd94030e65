import { expect, test } from 'vitest'
import { readExpressions } from '../../../src-main/analysis/faces/read-expressions.ts'
import type { EyeCorners, EyeShape, Models } from '../../../src-main/analysis/models/runtime/tasks.ts'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { photoOf } from '../models/registry/sample-photos.ts'
import { rasterOf } from '../sharpness/drawn-rasters.ts'
import { fakeModels } from '../step/step-context.ts'

const SIZE = 400
const photo = (glasses = 180) =>
  photoOf(
    rasterOf(SIZE, SIZE, (_x, y) => (Math.abs(y - 200) < 20 ? glasses : 180)),
    { width: SIZE, height: SIZE },
  )
const face = (side = 160): Face => ({
  confidence: 95,
  coordinates: { xmin: 120, ymin: 120, xmax: 120 + side, ymax: 120 + side, width: side, height: side },
  face_id: '',
  attributes: [],
  landmarks: [],
})

type Drawn = {
  presence?: number
  /** Degrees to the person's left, and down. */
  yaw?: number
  pitch?: number
  /** Heights of the right and left eye, in lengths of the eye. */
  open?: [number, number]
  /** Offset of both irises from the middle, to the right of the photo. */
  iris?: number
  mouth?: number
  scale?: number
}

const around = [222, 223, 224, 229, 230, 231, 442, 443, 444, 449, 450, 451]

/** Models that see this face, with eyes at half the height of the photo. */
function seeing({
  presence = 1,
  yaw = 0,
  pitch = 8,
  open = [0.25, 0.25],
  iris = 0,
  mouth = 30,
  scale = 1,
}: Drawn): Models {
  const [turn, nod] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180]
  const points = new Float32Array(468 * 3)
  const put = (at: number, x: number, y: number) => {
    const depth = y * Math.sin(nod)
    const across = x * Math.cos(turn) - depth * Math.sin(turn)
    points.set(
      [200 + scale * across, 200 + scale * y * Math.cos(nod), scale * (x * Math.sin(turn) + depth * Math.cos(turn))],
      3 * at,
    )
  }
  for (let at = 0; at < 468; at++) put(at, 0, 60)
  for (const at of around) put(at, 0, 5)
  for (const [at, x, y] of [
    [33, -50, 0],
    [133, -20, 0],
    [362, 20, 0],
    [263, 50, 0],
    [10, 0, -80],
    [152, 0, 80],
    [61, -mouth, 60],
    [291, mouth, 60],
    [13, 0, 60],
    [14, 0, 61],
  ] as const)
    put(at, x, y)
  const trace = async (_photo: unknown, { side, outer, inner }: EyeCorners): Promise<EyeShape> => {
    const [from, to] = [outer, inner]
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const height = (open[side === 'right' ? 0 : 1] * length) / 2
    const lid = (sign: number) =>
      Array.from({ length: 9 }, (_, k) => ({
        x: from.x + ((to.x - from.x) * k) / 8,
        y: from.y + (k === 0 || k === 8 ? 0 : sign * height),
      }))
    return {
      lower: lid(1),
      upper: lid(-1),
      iris: { x: (from.x + to.x) / 2 + iris * length, y: from.y },
      radius: 5,
    }
  }
  return fakeModels({
    'face-mesh': { modelId: 'drawn', locate: async () => ({ presence, points }) },
    iris: { modelId: 'drawn', trace },
  })
}

const read = async (drawn: Drawn, on = photo(), which = face()) =>
  (await readExpressions(on, [which], seeing(drawn)))![0]!
const nothing = { openness: null, smile: null, away: null }

test('eyes are open, closed, or closed on one side', async () => {
  expect((await read({})).openness).toBeGreaterThan(0.9)
  expect((await read({ open: [0.06, 0.06] })).openness).toBeLessThan(0.1)
  expect((await read({ open: [0.25, 0.06] })).openness).toBeLessThan(0.1)
})

test('a face with turned head can still look into the camera', async () => {
  expect((await read({})).away).toBeLessThan(0.1)
  expect((await read({ yaw: 25 })).away).toBeGreaterThan(0.9)
  expect((await read({ yaw: 25, iris: -0.17 })).away).toBeLessThan(0.5)
  expect((await read({ iris: 0.2 })).away).toBeGreaterThan(0.9)
  expect((await read({ pitch: -30 })).away).toBeGreaterThan(0.9)
})

test('closed eyes do not look away', async () =>
  expect((await read({ open: [0.04, 0.04], iris: 0.2 })).away).toBeLessThan(0.1))

test('a broad mouth smiles', async () => {
  expect((await read({ mouth: 28 })).smile).toBeLessThan(0.2)
  expect((await read({ mouth: 38 })).smile).toBeGreaterThan(0.9)
})

test('uncertain expressions are not guessed: behind dark glasses, from the side, too small, no face', async () => {
  expect(await read({}, photo(60))).toMatchObject({ openness: null, away: null })
  expect(await read({ yaw: 45 })).toMatchObject({ openness: null, smile: null, away: 1 })
  expect(await read({ pitch: 50 })).toMatchObject({ openness: null, smile: null, away: 1 })
  expect(await read({ presence: 0.5 })).toEqual(nothing)
  expect(await read({ scale: 0.2 })).toEqual(nothing)
  expect(await read({}, photo(), face(30))).toEqual(nothing)
})

test('only the largest faces are analysed, and results stay with their faces', async () => {
  const faces = [face(50), ...Array.from({ length: 25 }, (_, k) => face(100 + k))]
  const found = (await readExpressions(photo(), faces, seeing({})))!
  expect(found).toHaveLength(26)
  expect(found.flatMap((each, at) => (each.openness === null ? [at] : []))).toEqual([0, 1])
  expect(await readExpressions(photo(), faces, fakeModels({}))).toBeNull()
})
