import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inverse, orientations } from '../../../src-main/base/formats/exif/orientations.ts'
import { turnPixel, turnSize } from '../../../src-main/base/formats/exif/turn-box.ts'
import { turnCrop, turnFrame } from '../../../src-main/base/formats/exif/turn-crop.ts'
import {
  cornersOf,
  cropOfFrame,
  type CropFrame,
  fitsFrame,
  frameOfCrop,
  parseCrop,
  pointInFrame,
  pointOfFrame,
  shrinkFrame,
  writeCrop,
} from '../../../src-main/contract/library/photo-crop.ts'

const size = { width: 6000, height: 4000 }
const frames = fc.record({
  x: fc.double({ min: 500, max: 5500, noNaN: true }),
  y: fc.double({ min: 500, max: 3500, noNaN: true }),
  width: fc.double({ min: 40, max: 4000, noNaN: true }),
  height: fc.double({ min: 40, max: 4000, noNaN: true }),
  angle: fc.double({ min: -45, max: 45, noNaN: true }),
})
const near = (one: CropFrame, other: CropFrame, most = 0.05) => {
  for (const key of ['x', 'y', 'width', 'height', 'angle'] as const)
    expect(Math.abs(one[key] - other[key]), key).toBeLessThan(most)
}

test("Lightroom's crops have the shapes chosen there", () => {
  // The largest crop of the photo's own ratio at 30°, which touches its upper and lower edge.
  const largest = frameOfCrop({ left: 0.335184, top: 0, right: 0.664816, bottom: 1, angle: 30 }, size)!
  expect(largest.width / largest.height).toBeCloseTo(1.5, 4)
  expect(fitsFrame(largest, size)).toBe(true)
  const tooLarge = { x: 3000, y: 2000, width: 36_000, height: 24_000, angle: 30 }
  near(largest, shrinkFrame(tooLarge, size), 0.1)
  // 8 x 10, of a photo of 3:2.
  const printed = frameOfCrop(
    { left: 0.24177, top: 0.050845, right: 0.821008, bottom: 0.861565, angle: 4.346749 },
    size,
  )!
  expect(printed.width / printed.height).toBeCloseTo(1.25, 2)
})

test('a frame, its crop and its text are equivalent, and turn alike', () => {
  fc.assert(
    fc.property(frames, fc.constantFrom(...orientations), (frame, orientation) => {
      const crop = cropOfFrame(frame, size)
      near(frameOfCrop(crop, size)!, frame)
      const read = parseCrop(writeCrop(crop))
      if (read !== null) near(frameOfCrop(read, size)!, frame)
      const turned = turnFrame(orientation, size, frame)
      near(turnFrame(inverse(orientation), turnSize(orientation, size), turned), frame, 1e-6)
      const onTurned = frameOfCrop(turnCrop(orientation, size, crop)!, turnSize(orientation, size))!
      near(onTurned, turned)
      // The same corners, in any order.
      const expected = cornersOf(frame).map(({ x, y }) => turnPixel(orientation, size, x, y))
      for (const { x, y } of cornersOf(turned))
        expect(Math.min(...expected.map((each) => Math.hypot(each.x - x, each.y - y)))).toBeLessThan(1e-6)
    }),
    { numRuns: 60 },
  )
})

test('a reduced frame fits, around the same centre and in the same shape', () => {
  fc.assert(
    fc.property(frames, (frame) => {
      const small = shrinkFrame(frame, size)
      expect(fitsFrame(small, size)).toBe(true)
      expect(small.width * frame.height).toBeCloseTo(small.height * frame.width, 3)
      if (fitsFrame(frame, size)) near(small, frame, 1)
      const point = pointOfFrame(frame, pointInFrame(frame, { x: 100, y: 200 }))
      expect([point.x, point.y].map(Math.round)).toEqual([100, 200])
    }),
    { numRuns: 60 },
  )
})

test.each(['', 'a', '0.1,0.2,0.9', '0.1,0.2,0.9,0.8,90', '0,0,1,1,0,0', '0,0,9,1,0'])('%j is not a crop', (text) => {
  expect(parseCrop(text)).toBeNull()
})
