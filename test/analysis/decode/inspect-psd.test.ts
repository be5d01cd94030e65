import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { writePsdUint8Array } from 'ag-psd'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { readTiffDirectories, tiffTag } from '../../../src-main/base/formats/tiff/tiff-directories.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { psdFile, type PsdSpec } from '../../fixtures/psd-files.ts'
import { seededRandom } from '../../fixtures/random.ts'

const width = 120
const height = 80
let rgb: Buffer

beforeAll(async () => {
  rgb = await sharp(await drawPicture({ width, height, format: 'png' }))
    .raw()
    .toBuffer()
})

const plane = (data: Uint8Array, channels: number, channel: number) =>
  Buffer.from(Uint8Array.from({ length: data.length / channels }, (_, i) => data[i * channels + channel]!))
const planesOf = (data: Uint8Array, channels = 3) =>
  Array.from({ length: channels }, (_, channel) => plane(data, channels, channel))
const twice = (bytes: Buffer) => Buffer.from(Uint8Array.from({ length: bytes.length * 2 }, (_, i) => bytes[i >> 1]!))

/** Mean difference of the decoded pixels from the originals. */
async function distance(bytes: Buffer, wanted: Uint8Array = rgb): Promise<number> {
  const { pixels } = await decodePhoto(bytes)
  expect([pixels.width, pixels.height]).toEqual([width, height])
  return pixels.data.reduce((sum, value, i) => sum + Math.abs(value - wanted[i]!), 0) / wanted.length
}

const rgbSpec = (): PsdSpec => ({ width, height, mode: 3, depth: 8, planes: planesOf(rgb) })

describe('the composite', () => {
  test('written by another program, as PSD and as PSB', async () => {
    const data = new Uint8ClampedArray(
      await sharp(rgb, { raw: { width, height, channels: 3 } })
        .ensureAlpha()
        .raw()
        .toBuffer(),
    )
    for (const psb of [false, true]) {
      const path = join(tempFolder(), psb ? 'a.psb' : 'a.psd')
      writeFileSync(
        path,
        writePsdUint8Array({ width, height, imageData: { width, height, data } as ImageData }, { psb }),
      )
      const photo = await decodePhoto(path)
      expect([photo.format, photo.width, photo.height, photo.warnings]).toEqual([
        psb ? 'psb' : 'psd',
        width,
        height,
        [],
      ])
      const apart = photo.pixels.data.reduce((sum, value, i) => sum + Math.abs(value - rgb[i]!), 0) / rgb.length
      expect(apart).toBeLessThan(0.5)
    }
  })

  test('packed or not, with eight bits or sixteen', async () => {
    for (const isPacked of [false, true])
      for (const isLarge of [false, true]) {
        expect(await distance(psdFile({ ...rgbSpec(), isPacked, isLarge }))).toBeLessThan(0.5)
        const deep = { ...rgbSpec(), depth: 16, planes: planesOf(rgb).map(twice), isPacked, isLarge }
        expect(await distance(psdFile(deep))).toBeLessThan(1)
      }
  })

  test('with extra channels that are not transparency', async () => {
    const planes = [...planesOf(rgb), Buffer.alloc(width * height, 0), Buffer.alloc(width * height, 90)]
    for (const isPacked of [false, true])
      expect(await distance(psdFile({ ...rgbSpec(), planes, isPacked }))).toBeLessThan(0.5)
  })

  test('in CMYK looks like the same picture as a TIFF', async () => {
    const picture = sharp(rgb, { raw: { width, height, channels: 3 } })
    const tiff = await picture.toColourspace('cmyk').withIccProfile('cmyk').tiff({ compression: 'none' }).toBuffer()
    const [directory] = readTiffDirectories(tiff)
    const at = directory!.numbers(tiffTag.stripOffsets)![0]!
    const ink = tiff.subarray(at, at + width * height * 4)
    const planes = planesOf(
      ink.map((level) => 255 - level),
      4,
    )
    const resources = [{ id: 1039, content: (await sharp(tiff).metadata()).icc! }]
    const wanted = (await decodePhoto(tiff)).pixels.data
    for (const isPacked of [false, true]) {
      const file = psdFile({ width, height, mode: 4, depth: 8, planes, resources, isPacked })
      expect(await distance(file, wanted)).toBeLessThan(0.5)
    }
  })

  test('in grey, with a palette and in black and white', async () => {
    const gray = plane(rgb, 3, 1)
    const grayRgb = Uint8Array.from(rgb, (_, i) => gray[Math.floor(i / 3)]!)
    expect(await distance(psdFile({ width, height, mode: 1, depth: 8, planes: [gray] }), grayRgb)).toBeLessThan(1)
    const palette = Buffer.from(Uint8Array.from({ length: 768 }, (_, i) => (i < 256 ? i : i < 512 ? 511 - i : 40)))
    const indexed = Uint8Array.from(
      rgb,
      (_, i) => [gray[Math.floor(i / 3)]!, 255 - gray[Math.floor(i / 3)]!, 40][i % 3]!,
    )
    expect(
      await distance(psdFile({ width, height, mode: 2, depth: 8, planes: [gray], palette }), indexed),
    ).toBeLessThan(0.5)
    const bits = Buffer.from(Uint8Array.from({ length: (width / 8) * height }, (_, i) => (i % 2 === 0 ? 0xff : 0)))
    const stripes = Uint8Array.from(rgb, (_, i) => (Math.floor(Math.floor(i / 3) / 8) % 2 === 0 ? 0 : 255))
    expect(await distance(psdFile({ width, height, mode: 0, depth: 1, planes: [bits] }), stripes)).toBeLessThan(0.5)
  })

  test('is shown through its profile', async () => {
    const icc = (
      await sharp(
        await sharp(rgb, { raw: { width, height, channels: 3 } })
          .withIccProfile('p3')
          .png()
          .toBuffer(),
      ).metadata()
    ).icc!
    const planes = [200, 30, 30].map((level) => Buffer.alloc(width * height, level))
    const { pixels } = await decodePhoto(psdFile({ ...rgbSpec(), planes, resources: [{ id: 1039, content: icc }] }))
    expect(pixels.data[0]).toBeGreaterThan(210)
  })
})

describe('without a composite', () => {
  const noComposite = { id: 1057, content: Buffer.from([0, 0, 0, 1, 0, 0]) }

  test('the thumbnail is shown, with a warning', async () => {
    const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .resize(60)
      .jpeg()
      .toBuffer()
    const thumbnail = { id: 1036, content: Buffer.concat([Buffer.alloc(28), jpeg]) }
    const photo = await decodePhoto(psdFile({ ...rgbSpec(), resources: [noComposite, thumbnail] }))
    expect([photo.width, photo.height, photo.pixels.width]).toEqual([width, height, 60])
    expect(photo.warnings.map(inEnglish).join()).toContain('Maximize compatibility')
  })

  test('and without a thumbnail the file gives advice', async () => {
    const inChannels = { ...rgbSpec(), mode: 7 }
    for (const spec of [{ ...rgbSpec(), resources: [noComposite] }, inChannels])
      await expect(decodePhoto(psdFile(spec))).rejects.toMatchObject({
        code: 'no-preview',
        message: expect.stringContaining('Maximize compatibility'),
      })
  })
})

test('files truncated or changed at random end in a picture or a message', async () => {
  const random = seededRandom(11)
  for (const isPacked of [false, true]) {
    const whole = psdFile({ ...rgbSpec(), isPacked })
    for (let run = 0; run < 120; run++) {
      const changed = Buffer.from(whole)
      for (let i = 0; i < 3; i++) changed[4 + Math.floor(random() * 60)] = Math.floor(random() * 256)
      const cut = changed.subarray(0, random() < 0.3 ? Math.floor(random() * changed.length) : changed.length)
      await decodePhoto(cut).catch((error: { code?: string }) => expect(error.code).toBeDefined())
    }
  }
})
