import { expect, test } from 'vitest'
import { cropRaster } from '../../../src-main/analysis/decode/crop-pixels.ts'
import { type CropFrame, pointOfFrame } from '../../../src-main/contract/library/photo-crop.ts'

/** Red encodes the column of a pixel, green its row. */
function makeRuler(width: number, height: number) {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set([x + 10, y + 10, 128], (y * width + x) * 3)
  return { width, height, data }
}

const frames: readonly CropFrame[] = [
  { x: 100, y: 70, width: 80, height: 60, angle: 0 },
  { x: 100.5, y: 70.25, width: 81, height: 60, angle: 7 },
  { x: 90, y: 80, width: 100, height: 50, angle: -12.5 },
  { x: 110, y: 75, width: 60, height: 40, angle: 45 },
  { x: 104, y: 76, width: 57, height: 91, angle: -30 },
]

test.each(frames)('each pixel of a crop comes from its place: $angle°', async (frame) => {
  const cropped = await cropRaster(makeRuler(200, 150), frame)
  expect(cropped).toMatchObject({ width: frame.width, height: frame.height })
  let [sum, most] = [0, 0]
  for (let y = 0; y < cropped.height; y++)
    for (let x = 0; x < cropped.width; x++) {
      const from = pointOfFrame(frame, { x: x + 0.5, y: y + 0.5 })
      const at = (y * cropped.width + x) * 3
      const [red, green] = [cropped.data[at]! - 10, cropped.data[at + 1]! - 10]
      const off = Math.max(Math.abs(red - (from.x - 0.5)), Math.abs(green - (from.y - 0.5)))
      sum += off
      most = Math.max(most, off)
    }
  expect(most).toBeLessThan(0.6)
  expect(sum / (cropped.width * cropped.height)).toBeLessThan(0.4)
})
