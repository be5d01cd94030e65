import { expect, test } from 'vitest'
import { markClipped, measureTones, outline, topOf } from '../../../src-renderer/pictures/measure-tones.ts'

const picture = (...pixels: [number, number, number][]) => ({
  data: Uint8ClampedArray.from(pixels.flatMap((pixel) => [...pixel, 255])),
  width: pixels.length,
  height: 1,
})
const white = [255, 255, 255] as [number, number, number]
const black = [0, 0, 0] as [number, number, number]
const grey = [120, 130, 140] as [number, number, number]

test('tones are counted by channel, and clipping as a share', () => {
  const tones = measureTones(picture(white, black, grey, grey))
  expect([tones.red[120], tones.green[130], tones.blue[140], tones.red[255], tones.blue[0]]).toEqual([2, 2, 2, 1, 1])
  expect([tones.clippedHigh, tones.clippedLow]).toEqual([0.25, 0.25])
})

test('one channel at its end is a clipped highlight; shadows are clipped if all are', () => {
  expect(measureTones(picture([255, 90, 90])).clippedHigh).toBe(1)
  expect(measureTones(picture([0, 0, 90])).clippedLow).toBe(0)
})

test('marks are red for highlights, blue for shadows, and nothing elsewhere', () => {
  const { data } = markClipped(picture(white, black, grey))
  expect(data[0]).toBeGreaterThan(data[2]!)
  expect(data[4]).toBeLessThan(data[6]!)
  expect([data[3], data[7], data[11]]).toEqual([255, 255, 0])
})

test('clipped areas do not flatten the outline of the rest', () => {
  const tones = measureTones(picture(...Array.from({ length: 50 }, () => white), grey, grey))
  expect(topOf(tones)).toBe(2)
  expect(outline(tones.red, topOf(tones), 90)).toContain('120 0.0')
})
