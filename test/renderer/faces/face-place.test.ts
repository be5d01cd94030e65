import { expect, test } from 'vitest'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import { eyesOf, viewsOfEyes } from '../../../src-renderer/faces/face-place.ts'
import { faceWords } from '../../../src-renderer/faces/face-words.ts'
import { sameFace, type Frame } from '../../../src-renderer/faces/follow-face.ts'

/** A face with its eyes a little less than half of its width apart. */
const faceOf = (width: number, x = 0): Face => ({
  confidence: 90,
  coordinates: { xmin: x, ymin: 0, xmax: x + width, ymax: width, width, height: width },
  face_id: '',
  attributes: [],
  landmarks: [
    { type: 'right_eye', x: x + 0.28 * width, y: 0.4 * width },
    { type: 'left_eye', x: x + 0.72 * width, y: 0.4 * width },
  ],
})
const room = { width: 1200, height: 300 }
const views = (width: number) => viewsOfEyes(faceOf(width), { scale: 1, side: 168, room })
/** Whether an eye, half as wide as the distance between both, is completely in one of the views. */
const isWhole = (width: number, eye: { x: number; y: number }) =>
  views(width).some((view) => {
    const half = 0.25 * 0.44 * width
    return Math.abs(eye.x - view.x) + half <= view.width / 2 && Math.abs(eye.y - view.y) <= view.height / 2
  })

test.each([60, 150, 400, 700, 1200, 1900])(
  'both eyes of a face of %i pixels are fully visible at actual size',
  (width) => {
    expect(eyesOf(faceOf(width)).map((eye) => isWhole(width, eye))).toEqual([true, true])
    const across = views(width).reduce((sum, view) => sum + view.width, 0)
    expect(across).toBeLessThanOrEqual(room.width)
    expect(Math.max(...views(width).map(({ height }) => height))).toBeLessThanOrEqual(room.height)
  },
)

test('eyes that were not found are assumed at their usual place', () => {
  const [left, right] = eyesOf({ ...faceOf(100), landmarks: [] })
  expect([left, right]).toEqual([
    { x: 30, y: 40 },
    { x: 70, y: 40 },
  ])
})

test('words describe a face, the most doubtful first, and what is unknown', () => {
  const wordsOf = (eyes: number | null, eyesOpen: number | null = null, face: number | null = null) =>
    faceWords({ eyes, face, eyesOpen }).words
  expect([wordsOf(74), wordsOf(40), wordsOf(20), wordsOf(null), wordsOf(null, null, 60)]).toEqual([
    ['sharp'],
    ['fairly sharp'],
    ['soft'],
    ['not measured'],
    ['sharp'],
  ])
  expect([wordsOf(80, 0.1), wordsOf(80, 0.5), wordsOf(80, 0.9)]).toEqual([
    ['eyes closed?', 'sharp'],
    ['eyes unclear', 'sharp'],
    ['eyes open', 'sharp'],
  ])
})

test('the same face on another photo is the one at its place, or else the one with its name', () => {
  const photo = (id: number, faceList: Face[], names: (string | null)[]): Frame => ({
    id,
    width: 3000,
    height: 2000,
    faceList,
    people: names.map((name) => ({ name })),
  })
  const from = photo(1, [faceOf(100, 0), faceOf(100, 1000)], ['Ann', null])
  const to = photo(2, [faceOf(110, 1040), faceOf(300, 2000)], [null, 'Ann'])
  expect(sameFace(from, from.faceList[1]!, to)).toBe(to.faceList[0])
  expect(sameFace(from, from.faceList[0]!, to)).toBe(to.faceList[1])
  expect(sameFace(from, from.faceList[1]!, photo(3, [faceOf(300, 2000)], ['Ann']))).toBeUndefined()
})
