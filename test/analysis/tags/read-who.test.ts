import { expect, test } from 'vitest'
import type { Face } from '../../../src-main/contract/analysis/face.ts'
import type { DecodedPhoto } from '../../../src-main/analysis/photo/photo.ts'
import { readWho } from '../../../src-main/analysis/tags/read-who.ts'

const photo = { width: 600, height: 400, pixels: { width: 600, height: 400, data: new Uint8Array() } } as DecodedPhoto
const gender = (label: string, confidence = 90) => ({ type: 'gender', label, confidence })
const age = (label: string, confidence = 90) => ({ type: 'age_group', label, confidence })
function face(x: number, height: number, ...attributes: Face['attributes']): Face {
  const coordinates = { xmin: x, ymin: 0, xmax: x + height, ymax: height, width: height, height }
  return { confidence: 95, coordinates, face_id: '', attributes, landmarks: [] }
}
const words = (faces: Face[], people = faces.length, of = photo) =>
  readWho(faces, people, of).map(({ concept }) => concept)

test('a clear face is a man, a woman, a child or a baby', () => {
  expect(words([face(0, 60, age('adult'), gender('male'))])).toEqual(['man'])
  expect(words([face(0, 60, age('adult'), gender('female'))])).toEqual(['woman'])
  expect(words([face(0, 60, age('child', 80), gender('male'))])).toEqual(['child'])
  expect(words([face(0, 60, age('child', 93))])).toEqual(['baby'])
})

test('uncertain ones are not reported: small faces, doubtful ones, teenagers', () => {
  expect(words([face(0, 23, gender('male'))])).toEqual([])
  expect(words([face(0, 60, gender('male', 69))])).toEqual([])
  expect(words([face(0, 60, gender('female', 59))])).toEqual([])
  expect(words([face(0, 60, age('teenager'), gender('male'))])).toEqual([])
  expect(words([{ ...face(0, 60, gender('male')), confidence: 60 }])).toEqual([])
})

test('men and women are recognised by smaller faces than children, and women by less', () => {
  expect(words([face(0, 30, gender('male'))])).toEqual(['man'])
  expect(words([face(0, 30, gender('female', 62))])).toEqual(['woman'])
  expect(words([face(0, 30, age('child', 80), gender('male'))])).toEqual([])
})

test('a face has its size in the decoded picture', () => {
  const large = { ...photo, width: 6000, height: 4000 }
  expect(words([face(0, 200, gender('male'))], 1, large)).toEqual([])
  expect(words([face(0, 600, gender('male'))], 1, large)).toEqual(['man'])
})

test('a face of a quarter of the height is reported', () => {
  expect(words([face(0, 110)])).toEqual(['face'])
  expect(words([face(0, 90)])).toEqual([])
})

test('an adult and a child, both large and close together, are a family', () => {
  const child = face(0, 90, age('child', 70))
  expect(words([child, face(150, 100, age('adult'), gender('female'))])).toEqual(['child', 'woman', 'face', 'family'])
  expect(words([child, face(500, 100, age('adult'))])).not.toContain('family')
  expect(words([child, face(150, 60, age('adult'))])).not.toContain('family')
  expect(words([child, face(150, 100, gender('female'))])).not.toContain('family')
  expect(words([child, face(150, 100, age('child', 70))])).not.toContain('family')
})

test('a man and a woman alone with heads close together are a couple', () => {
  const man = face(0, 60, gender('male'))
  expect(words([man, face(100, 60, gender('female'))])).toEqual(['man', 'woman', 'couple'])
  expect(words([man, face(300, 60, gender('female'))])).not.toContain('couple')
  expect(words([man, face(100, 60, gender('male'))])).not.toContain('couple')
  expect(words([man, face(100, 60, gender('female'))], 3)).not.toContain('couple')
})
