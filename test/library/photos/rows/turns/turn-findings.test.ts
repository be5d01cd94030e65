import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Face } from '../../../../../src-main/contract/analysis/face.ts'
import { frameOfCrop } from '../../../../../src-main/contract/library/photo-crop.ts'
import { cropFace } from '../../../../../src-main/library/photos/rows/turns/turn-findings.ts'

const face: Face = {
  confidence: 97,
  coordinates: { xmin: 100, ymin: 120, xmax: 180, ymax: 220, width: 80, height: 100 },
  face_id: '',
  attributes: [],
  landmarks: [
    { type: 'right_eye', x: 121, y: 151 },
    { type: 'left_eye', x: 159, y: 152 },
  ],
}

test('a face on a crop of any place and angle is in whole pixels, as windows and services expect it', () => {
  const share = fc.double({ min: 0, max: 0.3, noNaN: true })
  const crop = fc.record({
    left: share,
    top: share,
    right: fc.constant(0.9),
    bottom: fc.constant(0.9),
    angle: fc.double({ min: -45, max: 45, noNaN: true }),
  })
  fc.assert(
    fc.property(crop, (given) => {
      const frame = frameOfCrop(given, { width: 801, height: 533 })
      if (frame !== null) expect(Face.safeParse(cropFace(frame, face)).error).toBeUndefined()
    }),
  )
})
