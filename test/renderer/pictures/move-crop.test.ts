import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dragCorner, middleBox, moveBox, scaleBox, type Box } from '../../../src-renderer/pictures/move-crop.ts'

const area = { width: 4000, height: 3000 }
const isInside = (box: Box): boolean =>
  box.x1 >= 0 && box.y1 >= 0 && box.x2 <= area.width && box.y2 <= area.height && box.x2 > box.x1 && box.y2 > box.y1
const anyRatio = fc.double({ min: 0.3, max: 3, noNaN: true })
const anyStep = fc.integer({ min: -9000, max: 9000 })

test('a crop never leaves the photo, whatever happens to it', () => {
  fc.assert(
    fc.property(
      anyRatio,
      anyStep,
      anyStep,
      fc.double({ min: 0.01, max: 20, noNaN: true }),
      fc.constantFrom('nw', 'ne', 'sw', 'se'),
      (ratio, x, y, factor, corner) => {
        const box = middleBox(ratio, area)
        for (const next of [
          box,
          moveBox(box, x, y, area),
          scaleBox(box, factor, ratio, area),
          dragCorner(box, corner, x, y, ratio, area),
        ])
          expect(isInside(next)).toBe(true)
      },
    ),
  )
})

test('resizing keeps the ratio to the pixel', () => {
  fc.assert(
    fc.property(anyRatio, fc.double({ min: 0.2, max: 5, noNaN: true }), (ratio, factor) => {
      const { x1, y1, x2, y2 } = scaleBox(middleBox(ratio, area), factor, ratio, area)
      expect(Math.abs(x2 - x1 - (y2 - y1) * ratio)).toBeLessThanOrEqual(1 + 2 * ratio)
    }),
  )
})

test('moving keeps the size', () => {
  const box = { x1: 100, y1: 200, x2: 1100, y2: 1200 }
  expect(moveBox(box, 50, -20, area)).toEqual({ x1: 150, y1: 180, x2: 1150, y2: 1180 })
  expect(moveBox(box, -500, 0, area)).toEqual({ x1: 0, y1: 200, x2: 1000, y2: 1200 })
})

test('the corner opposite the dragged one stays', () => {
  const box = { x1: 1000, y1: 1000, x2: 2000, y2: 2000 }
  expect(dragCorner(box, 'nw', 1500, 1500, 1, area)).toEqual({ x1: 1500, y1: 1500, x2: 2000, y2: 2000 })
  expect(dragCorner(box, 'se', 2500, 2400, 1, area)).toEqual({ x1: 1000, y1: 1000, x2: 2500, y2: 2500 })
})
