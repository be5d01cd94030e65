import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { readJxlHeader } from '../../../src-main/base/formats/jxl/jxl-header.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { openJxlEncoder, type EncodeJxl } from '../../fixtures/jxl-files.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { seededRandom } from '../../fixtures/random.ts'

let encodeJxl: EncodeJxl
beforeAll(async () => {
  encodeJxl = await openJxlEncoder()
})

async function encode(width: number, height: number, more: object = {}): Promise<{ rgb: Buffer; jxl: Buffer }> {
  const picture = sharp(await drawPicture({ width, height, format: 'png' }))
  const rgba = await picture.clone().ensureAlpha().raw().toBuffer()
  return {
    rgb: await picture.clone().raw().toBuffer(),
    jxl: encodeJxl(rgba, width, height, more),
  }
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const signature = Buffer.concat([
  box('JXL ', Buffer.from('0d0a870a', 'hex')),
  box('ftyp', Buffer.from('jxl \0\0\0\0jxl ', 'latin1')),
])

describe('the header', () => {
  test('gives the size, in any notation', async () => {
    for (const [width, height] of [
      [64, 64],
      [8, 256],
      [300, 200],
      [160, 90],
      [401, 77],
      [1000, 500],
      [513, 3],
    ] as const) {
      const { jxl } = await encode(width, height)
      expect(readJxlHeader(jxl)).toEqual({ width, height, isAnimated: false })
      expect(readJxlHeader(Buffer.concat([signature, box('jxlc', jxl)]))).toEqual({ width, height, isAnimated: false })
      const part = Buffer.concat([signature, box('jxlp', Buffer.concat([Buffer.alloc(4), jxl]))])
      expect(readJxlHeader(part)).toEqual({ width, height, isAnimated: false })
    }
  })

  test('can turn the picture, or mark it as moving', () => {
    // 8 x 16: small, (2 - 1) of 5 bits, no ratio, (1 - 1) of 5 bits; then orientation 6, no preview, an animation.
    const bits = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1]
    const bytes = Buffer.alloc(12)
    bits.forEach((bit, i) => (bytes[i >> 3]! |= bit << (i & 7)))
    expect(readJxlHeader(Buffer.concat([Buffer.from('ff0a', 'hex'), bytes]))).toEqual({
      width: 16,
      height: 8,
      isAnimated: true,
    })
  })

  test('that is truncated is invalid', () => {
    expect(readJxlHeader(Buffer.from('ff0a', 'hex'))).toBeNull()
    expect(readJxlHeader(signature)).toBeNull()
  })
})

describe('JPEG XL files', () => {
  test('are photos like any other', async () => {
    const { jxl, rgb } = await encode(300, 200)
    const path = join(tempFolder(), 'a.jxl')
    writeFileSync(path, Buffer.concat([signature, box('Exif', Buffer.alloc(20)), box('jxlc', jxl)]))
    const photo = await decodePhoto(path)
    expect([photo.format, photo.width, photo.height, photo.warnings]).toEqual(['jxl', 300, 200, []])
    expect(photo.pixels.data.reduce((sum, value, i) => sum + Math.abs(value - rgb[i]!), 0) / rgb.length).toBeLessThan(3)
  })

  test('with transparency are laid on white', async () => {
    const rgba = Buffer.alloc(64 * 64 * 4)
    const jxl = encodeJxl(rgba, 64, 64, { lossless: true })
    expect([...(await decodePhoto(jxl)).pixels.data.subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test('truncated or changed at random end in a picture or a message', { tags: 'night' }, async () => {
    const { jxl } = await encode(96, 64)
    const random = seededRandom(3)
    for (let run = 0; run < 40; run++) {
      const changed = Buffer.from(jxl)
      changed[2 + Math.floor(random() * (jxl.length - 2))] = Math.floor(random() * 256)
      const cut = changed.subarray(0, random() < 0.5 ? Math.floor(random() * changed.length) : changed.length)
      await decodePhoto(cut).catch((error: { code?: string }) => expect(error.code).toBeDefined())
    }
  })

  test('with too many pixels are refused before they are decoded', async () => {
    const { jxl } = await encode(64, 64)
    const huge = Buffer.from(jxl)
    huge.set([0b11111110, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 2)
    await expect(decodePhoto(huge)).rejects.toMatchObject({ code: expect.stringMatching(/too-large|damaged/) })
  })
})
