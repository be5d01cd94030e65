import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { openSource } from '../../../src-main/analysis/decode/open-source.ts'
import { sourceOptions } from '../../../src-main/analysis/decode/source-pixels.ts'
import { renderPhoto } from '../../../src-main/analysis/decode/render-photo.ts'
import { perceptualDistance } from '../../fixtures/compare.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

const shared = sharedPhotos()
const orientations = [1, 2, 3, 4, 5, 6, 7, 8]

async function decodedPng(path: string): Promise<Buffer> {
  const { width, height, data } = (await decodePhoto(path)).pixels
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

describe('EXIF orientation', () => {
  for (const format of ['jpeg', 'webp', 'tiff', 'png'] as const) {
    test(`${format}: all eight values turn as in sharp`, async () => {
      for (const orientation of orientations) {
        const bytes = await drawPicture({ width: 120, height: 80, format, orientation })
        const path = join(tempFolder(), `x.${format}`)
        writeFileSync(path, bytes)
        const upright = await sharp(bytes).autoOrient().png().toBuffer({ resolveWithObject: true })
        const photo = await decodePhoto(path)
        expect([photo.width, photo.height]).toEqual([upright.info.width, upright.info.height])
        expect(await perceptualDistance(await decodedPng(path), upright.data)).toBeLessThan(3)
      }
    })
  }

  test('a large turned photo is shrunk before it is turned, and keeps its upright size', async () => {
    const path = join(tempFolder(), 'x.jpg')
    writeFileSync(path, await drawPicture({ width: 2000, height: 1200, orientation: 6 }))
    const photo = await decodePhoto(path)
    expect([photo.width, photo.height]).toEqual([1200, 2000])
    expect([photo.pixels.width, photo.pixels.height]).toEqual([384, 640])
  })

  test('a rendered picture is upright and so is its size', async () => {
    const path = join(tempFolder(), 'x.jpg')
    writeFileSync(path, await drawPicture({ width: 400, height: 200, orientation: 8 }))
    const picture = await renderPhoto({ path, longSide: 100, format: 'webp', quality: 80 })
    expect([picture.width, picture.height]).toEqual([50, 100])
    expect((await sharp(picture.bytes).metadata()).format).toBe('webp')
  })
})

describe.skipIf(shared === null)('real files (../shared/photos)', () => {
  for (const shape of ['Landscape', 'Portrait']) {
    test(`${shape}: every variant looks like the first`, { tags: 'night' }, async () => {
      const first = await decodedPng(join(shared!, 'exif-orientation', `${shape}_1.jpg`))
      for (const digit of [0, 2, 3, 4, 5, 6, 7, 8]) {
        const variant = await decodedPng(join(shared!, 'exif-orientation', `${shape}_${digit}.jpg`))
        expect(await perceptualDistance(variant, first), `${shape}_${digit}`).toBeLessThan(6)
      }
    })
  }

  test("AVIF's own turns are applied once", { tags: 'night' }, async () => {
    const names = [0, 1, 2, 3].flatMap((turn) => [0, 1].map((mirror) => `rot${turn}mir${mirror}.avif`))
    for (const name of names) {
      const path = join(shared!, 'robustness', name)
      const source = await openSource(path)
      const [mine, sharps] = [
        await decodedPng(path),
        await sharp(source.input, sourceOptions).autoOrient().png().toBuffer(),
      ]
      expect(await perceptualDistance(mine, sharps), name).toBeLessThan(2)
    }
  })

  test('WebP variants look alike', async () => {
    const first = await decodedPng(join(shared!, 'robustness', 'hopper_orientation_2.webp'))
    for (const digit of [3, 4, 5, 6, 7, 8]) {
      expect(
        await perceptualDistance(
          await decodedPng(join(shared!, 'robustness', `hopper_orientation_${digit}.webp`)),
          first,
        ),
        `${digit}`,
      ).toBeLessThan(8)
    }
  })
})
