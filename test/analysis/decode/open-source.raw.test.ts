import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { openSource } from '../../../src-main/analysis/decode/open-source.ts'
import { sourceOptions } from '../../../src-main/analysis/decode/source-pixels.ts'
import { findRawPreviews } from '../../../src-main/base/formats/raw/raw-preview.ts'
import { perceptualDistance } from '../../fixtures/compare.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import {
  buildCr3,
  buildDng,
  buildMinolta,
  buildNef,
  buildRaf,
  buildRw2,
  buildSensorTiff,
} from '../../fixtures/raw-files.ts'

let large: Buffer
let small: Buffer
beforeAll(async () => {
  large = await drawPicture({ width: 2000, height: 1000, seed: 7 })
  small = await sharp(large).resize(800).jpeg().toBuffer()
})

function write(name: string, bytes: Buffer): string {
  const path = join(tempFolder(), name)
  writeFileSync(path, bytes)
  return path
}

async function distanceToOriginal(path: string, orientation = 1): Promise<number> {
  const { width, height, data } = (await decodePhoto(path)).pixels
  const mine = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const wanted = await sharp(large).withMetadata({ orientation }).jpeg().toBuffer()
  return perceptualDistance(mine, wanted)
}

describe('RAW files show their embedded preview', () => {
  const cases: [name: string, format: string, build: () => Buffer][] = [
    ['a.nef', 'nef', () => buildNef(large, 1)],
    ['a.dng', 'dng', () => buildDng(large, small, 1)],
    ['a.rw2', 'rw2', () => buildRw2(large)],
    ['a.raf', 'raf', () => buildRaf(large)],
    ['a.cr3', 'cr3', () => buildCr3(large, 1)],
    ['a.mrw', 'mrw', () => buildMinolta(large)],
  ]
  for (const [name, format, build] of cases) {
    test(format, async () => {
      const path = write(name, build())
      const photo = await decodePhoto(path)
      expect([photo.format, photo.width, photo.height]).toEqual([format, 2000, 1000])
      expect(await distanceToOriginal(path)).toBeLessThan(3)
    })
  }

  test('the orientation of the RAW file is applied, for the raster and for exports', { tags: 'night' }, async () => {
    for (const [name, bytes] of [
      ['a.nef', buildNef(large, 6)],
      ['a.cr3', buildCr3(large, 6)],
    ] as const) {
      const path = write(name, bytes)
      expect(await distanceToOriginal(path, 6)).toBeLessThan(3)
      const source = await openSource(path)
      expect([source.width, source.height]).toEqual([1000, 2000])
      const { info } = await sharp(source.input, sourceOptions).autoOrient().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([1000, 2000])
    }
  })

  test('an orientation repeated in the preview is not applied twice', async () => {
    const turned = await sharp(large).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await distanceToOriginal(write('a.nef', buildNef(turned, 6)), 6)).toBeLessThan(3)
    expect(await distanceToOriginal(write('a.raf', buildRaf(turned)), 6)).toBeLessThan(3)
  })

  test('the working raster comes from the smallest sufficient preview, exports from the largest', async () => {
    const path = write('a.dng', buildDng(large, small, 1))
    expect((await sharp((await openSource(path, { longSide: 640 })).input).metadata()).width).toBe(800)
    expect((await sharp((await openSource(path)).input).metadata()).width).toBe(2000)
    expect((await openSource(path, { longSide: 640 })).width).toBe(2000)
  })

  test('a RAW file without a preview says so', async () => {
    await expect(decodePhoto(write('a.nef', buildNef(Buffer.alloc(500, 1), 1)))).rejects.toMatchObject({
      code: 'no-preview',
      message: expect.stringContaining('NEF'),
    })
  })

  test('damaged structures are skipped without a fault', () => {
    const whole = [buildNef(small, 1), buildDng(small, small, 1), buildCr3(small, 1), buildRw2(small), buildRaf(small)]
    const formats = ['nef', 'dng', 'cr3', 'rw2', 'raf']
    whole.forEach((bytes, i) => {
      for (let at = 0; at < 300; at++) {
        const damaged = Buffer.from(bytes)
        damaged[at] = 0xff - damaged[at]!
        expect(() => findRawPreviews(damaged, formats[i]!)).not.toThrow()
        expect(() => findRawPreviews(bytes.subarray(0, at), formats[i]!)).not.toThrow()
      }
    })
  })
})

describe('RAW bytes without a name', () => {
  const sensor = { photometric: 32803 }
  const cases: [format: string, bytes: () => Buffer][] = [
    ['nef', () => buildSensorTiff(large, { ...sensor, make: 'NIKON CORPORATION' })],
    ['arw', () => buildSensorTiff(large, { photometric: 1, compression: 32767, make: 'SONY' })],
    ['raw', () => buildSensorTiff(large, { ...sensor, make: 'Unknown maker' })],
    ['dng', () => buildSensorTiff(large, { photometric: 1, isDng: true, make: 'Google' })],
  ]
  for (const [format, build] of cases) {
    test(`${format} shows its preview`, async () => {
      const photo = await decodePhoto(build())
      expect([photo.format, photo.width, photo.height]).toEqual([format, 2000, 1000])
    })
  }

  test("a TIFF of finished pixels stays a TIFF, even with a camera maker's name in it", async () => {
    const tiff = await sharp(large)
      .resize(300)
      .withExif({ IFD0: { Make: 'NIKON CORPORATION' } })
      .tiff()
      .toBuffer()
    const photo = await decodePhoto(tiff)
    expect([photo.format, photo.width]).toEqual(['tiff', 300])
  })

  test('the name identifies a file whose content does not', async () => {
    expect((await decodePhoto(write('a.nef', buildNef(large, 1)))).format).toBe('nef')
  })
})
