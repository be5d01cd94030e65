import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CropFrame, fitsFrame, pointOfFrame } from '../../../src-main/contract/library/photo-crop.ts'
import {
  dragHandle,
  handles,
  moveFrame,
  scaleFrame,
  shapeFrame,
  tiltFrame,
  tiltOfLine,
  wholeFrame,
} from '../../../src-renderer/crop/crop-geometry.ts'

const size = { width: 3000, height: 2000 }
const move = fc.record({ x: fc.integer({ min: -4000, max: 4000 }), y: fc.integer({ min: -4000, max: 4000 }) })

test('the frame stays within the photo, however it is dragged, tilted, scaled or shaped', () => {
  const step = fc.oneof(
    move.map((by) => (frame: CropFrame) => moveFrame(frame, by, size)),
    fc.tuple(fc.constantFrom(...handles), move, fc.constantFrom(null, 1.5, 0.8)).map(
      ([handle, by, ratio]) =>
        (frame: CropFrame) =>
          dragHandle(frame, handle, by, ratio, size),
    ),
    fc.integer({ min: -60, max: 60 }).map((angle) => (frame: CropFrame) => tiltFrame(frame, angle, size)),
    fc.constantFrom(0.5, 0.9, 1.2, 3).map((factor) => (frame: CropFrame) => scaleFrame(frame, factor, size)),
    fc.constantFrom(1, 1.5, 0.5).map((ratio) => (frame: CropFrame) => shapeFrame(frame, ratio, size)),
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      let frame = wholeFrame(size)
      for (const change of steps) {
        frame = change(frame)
        expect(fitsFrame(frame, size)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

test('a handle moves its own sides: the opposite corner stays, and so does a fixed ratio', () => {
  const frame: CropFrame = { x: 1500, y: 1000, width: 900, height: 600, angle: 10 }
  const larger = dragHandle(frame, 'se', { x: 90, y: 10 }, 1.5, size)
  expect(larger.width / larger.height).toBeCloseTo(1.5, 6)
  expect(larger.width).toBeCloseTo(990, 6)
  const [before, after] = [frame, larger].map((each) => pointOfFrame(each, { x: 0, y: 0 }))
  expect(after!.x).toBeCloseTo(before!.x, 6)
  expect(after!.y).toBeCloseTo(before!.y, 6)
  expect(dragHandle(frame, 'n', { x: 50, y: 100 }, null, size)).toMatchObject({ width: 900, height: 500 })
})

test.each([
  [{ x: 100, y: 5 }, 2.862],
  [{ x: -100, y: -5 }, 2.862],
  [{ x: 5, y: -100 }, 2.862],
  [{ x: 100, y: -3 }, -1.718],
])('a line of %o is off by %d°', (line, degrees) => {
  expect(tiltOfLine(line)).toBeCloseTo(degrees, 2)
})
