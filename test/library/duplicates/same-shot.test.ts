import { expect, test } from 'vitest'
import { areFrames, areOneShot, areTwoShots, type Shot } from '../../../src-main/library/duplicates/same-shot.ts'

const shot = (values: Partial<Shot>): Shot => ({
  name: 'IMG_0001.JPG',
  width: 6000,
  height: 4000,
  modifiedMs: 0,
  takenAt: '2024-06-01T10:00:00',
  subsec: null,
  camera: 1,
  exposureUs: 4000,
  aperture: 28,
  iso: 100,
  ...values,
})

test.each<[string, Partial<Shot>, Partial<Shot>]>([
  ['frames of a burst, by parts of a second', { subsec: '10' }, { name: 'IMG_0002.JPG', subsec: '23' }],
  ['frames of a burst within a second, by their names', {}, { name: 'IMG_0002.JPG' }],
  ['a number that begins like another', { name: 'IMG_1.JPG' }, { name: 'IMG_12.JPG' }],
  ['other times', {}, { takenAt: '2024-06-01T10:00:01' }],
  ['another exposure', {}, { name: 'IMG_0001-edit.jpg', exposureUs: 16_000 }],
  ['two cameras', { takenAt: null }, { takenAt: null, camera: 2 }],
  ['a RAW file and the picture beside it', { name: 'IMG_0001.CR3' }, {}],
])('two shots: %s', (_name, a, b) => {
  expect(areTwoShots(shot(a), shot(b))).toBe(true)
  expect(areTwoShots(shot(b), shot(a))).toBe(true)
  expect(areOneShot(shot(a), shot(b))).toBe(false)
})

test.each<[string, Partial<Shot>, Partial<Shot>]>([
  ['a version named after its original', {}, { name: 'IMG_0001-edit.jpg' }],
  ['a copy with a number', {}, { name: 'IMG_0001 (2).JPG' }],
  ['a smaller one with another name', {}, { name: 'beach.jpg', width: 1600, height: 1067 }],
  ['a version with a rounded exposure, and no ISO', {}, { name: 'IMG_0001-edit.jpg', exposureUs: 4100, iso: 0 }],
  ['one part of a second, written otherwise', { subsec: '50' }, { name: 'beach.jpg', subsec: '5' }],
])('one shot: %s', (_name, a, b) => {
  expect(areTwoShots(shot(a), shot(b))).toBe(false)
  expect(areOneShot(shot(b), shot(a))).toBe(true)
})

test('nothing is known about files without a time', () => {
  const undated = shot({ takenAt: null, camera: 0, name: 'x.jpg' })
  expect(areTwoShots(shot({}), undated)).toBe(false)
  expect(areOneShot(shot({}), undated)).toBe(false)
})

test('frames stay apart even if a third picture resembles both; two versions of one original are joined', () => {
  expect(areFrames(shot({}), shot({ name: 'IMG_0002.JPG' }))).toBe(true)
  expect(areFrames(shot({}), shot({ takenAt: '2024-06-01T10:00:01', width: 600 }))).toBe(true)
  expect(areFrames(shot({ name: 'IMG_0001-grey.jpg' }), shot({ name: 'IMG_0001-bright.jpg' }))).toBe(false)
  expect(areFrames(shot({ name: 'IMG_0001 (2).JPG' }), shot({ name: 'IMG_0001 (3).JPG' }))).toBe(false)
  expect(areFrames(shot({ takenAt: null }), shot({ takenAt: null, name: 'IMG_0002.JPG' }))).toBe(false)
})
