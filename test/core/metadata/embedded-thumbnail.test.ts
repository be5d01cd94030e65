import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readEmbeddedThumbnail } from '../../../src-main/core/metadata/embedded-thumbnail.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

test('the thumbnail inside a camera file is shown upright without decoding, unless it has black bars', async () => {
  const folder = tempFolder('thumbnail')
  const big = await drawPicture({ width: 600, height: 400, seed: 4 })
  const file = join(folder, 'a.jpg')
  const small = await sharp(big).resize(150, 100).jpeg().toBuffer()
  await writeFile(file, withThumbnail(big, small))
  const found = (await readEmbeddedThumbnail(file, { width: 400, height: 600, orientation: 6 }))!
  const { info } = await sharp(found).autoOrient().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 100, height: 150 })
  expect(await readEmbeddedThumbnail(file, { width: 500, height: 500, orientation: 1 })).toBeNull()
})

/** A JPEG with a thumbnail in the second directory of its EXIF. */
function withThumbnail(jpeg: Buffer, thumbnail: Buffer): Buffer {
  const tiff = Buffer.alloc(44)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(0, 8) // An empty first directory,
  tiff.writeUInt32BE(14, 10) // then the second:
  tiff.writeUInt16BE(2, 14)
  const entry = (at: number, tag: number, value: number) => {
    tiff.writeUInt16BE(tag, at)
    tiff.writeUInt16BE(4, at + 2)
    tiff.writeUInt32BE(1, at + 4)
    tiff.writeUInt32BE(value, at + 8)
  }
  entry(16, 0x0201, 44)
  entry(28, 0x0202, thumbnail.length)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, thumbnail])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
