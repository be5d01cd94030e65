import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readJpegFrame } from '../../../../src-main/base/formats/jpeg/read-jpeg-frame.ts'

const picture = () => sharp({ create: { width: 200, height: 100, channels: 3, background: '#468' } })

test.each([
  ['4:2:0', false, 1.5],
  ['4:4:4', false, 3],
  ['4:2:0', true, 1.5],
])('size, samples and order of a JPEG of %s, progressive: %s', async (chromaSubsampling, progressive, samples) => {
  const jpeg = await picture().jpeg({ chromaSubsampling, progressive }).toBuffer()
  const frame = {
    width: 200,
    height: 100,
    hasSeveralScans: progressive,
    isLossless: false,
    components: 3,
    samplesPerPixel: samples,
  }
  expect(readJpegFrame(jpeg)).toEqual(frame)
  expect(readJpegFrame(Buffer.concat([Buffer.alloc(7), jpeg]), 7)).toEqual(frame)
})

test('lossless JPEG, as sensors are packed, is recognised', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  jpeg[jpeg.indexOf('\xff\xc0', 0, 'latin1') + 1] = 0xc3
  expect(readJpegFrame(jpeg)).toMatchObject({ isLossless: true, hasSeveralScans: false })
})

test('no frame is found in a non-JPEG, one truncated before it, or one without a size', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const at = jpeg.indexOf('\xff\xc0', 0, 'latin1')
  expect(readJpegFrame(jpeg.subarray(1))).toBeNull()
  for (let length = 0; length < at + 19; length++) expect(readJpegFrame(jpeg.subarray(0, length))).toBeNull()
  jpeg.writeUInt16BE(0, at + 5)
  expect(readJpegFrame(jpeg)).toBeNull()
})
