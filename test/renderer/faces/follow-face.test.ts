import { expect, test } from 'vitest'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { followFace, type Frame } from '../../../src-renderer/faces/follow-face.ts'

const face = (x: number, y: number, side = 100): Face => ({
  confidence: 90,
  coordinates: { xmin: x, ymin: y, xmax: x + side, ymax: y + side, width: side, height: side },
  face_id: '',
  attributes: [],
  landmarks: [],
})
const frame = (id: number, ...faceList: Face[]): Frame => ({
  id,
  width: 3000,
  height: 2000,
  faceList,
})

test('a face is followed from photo to photo, even when it moves across the picture', () => {
  const frames = [0, 60, 120, 180].map((x, id) => frame(id, face(1500, 900), face(x, 300)))
  const found = followFace(frames, 1, frames[1]!.faceList[1]!)
  expect(found.map(({ frame: { id }, face: { coordinates } }) => [id, coordinates.xmin])).toEqual([
    [0, 0],
    [1, 60],
    [2, 120],
    [3, 180],
  ])
})

test('a face at another place or of another size is another face', () => {
  const frames = [
    frame(0, face(500, 500)),
    frame(1, face(900, 500)),
    frame(2, face(480, 480, 260)),
    frame(3, face(510, 500)),
  ]
  expect(followFace(frames, 0, frames[0]!.faceList[0]!).map(({ frame: { id } }) => id)).toEqual([0, 3])
})
