import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { flatPicture } from '../../fixtures/pictures.ts'

type Rgb = readonly [number, number, number]
const shared = sharedPhotos()

async function decodeBytes(bytes: Buffer, name: string) {
  const path = join(tempFolder(), name)
  writeFileSync(path, bytes)
  return decodePhoto(path)
}

function centreOf({ pixels }: Awaited<ReturnType<typeof decodePhoto>>): Rgb {
  const at = (Math.floor(pixels.height / 2) * pixels.width + Math.floor(pixels.width / 2)) * 3
  return [pixels.data[at]!, pixels.data[at + 1]!, pixels.data[at + 2]!]
}

function expectNear(actual: Rgb, expected: Rgb, tolerance: number) {
  for (let i = 0; i < 3; i++)
    expect(
      Math.abs(actual[i]! - expected[i]!),
      `${actual.join()} should be near ${expected.join()}`,
    ).toBeLessThanOrEqual(tolerance)
}

/** A flat sRGB colour converted into another profile, so that its stored numbers differ. */
async function inProfile(profile: string, rgb: Rgb, format: 'jpeg' | 'png' | 'tiff' | 'webp'): Promise<Buffer> {
  return sharp(await flatPicture(rgb))
    .withIccProfile(profile)
    .toFormat(
      format,
      format === 'jpeg' ? { quality: 100, chromaSubsampling: '4:4:4' } : format === 'webp' ? { lossless: true } : {},
    )
    .toBuffer()
}

describe('a picture decodes to the sRGB colours that it shows', () => {
  const colour: Rgb = [200, 80, 40]

  for (const format of ['jpeg', 'png', 'tiff', 'webp'] as const) {
    test(`Display P3 ${format}`, async () => {
      const bytes = await inProfile('p3', colour, format)
      const stored = await sharp(bytes).metadata()
      expect(stored.icc).toBeDefined()
      expectNear(centreOf(await decodeBytes(bytes, `p3.${format}`)), colour, 3)
    })
  }

  test('CMYK with a profile', async () => {
    const bytes = await sharp(await flatPicture(colour))
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    expectNear(centreOf(await decodeBytes(bytes, 'cmyk.jpg')), colour, 25) // the press cannot print every colour
  })

  test('16 bits a channel', async () => {
    const bytes = await sharp(await flatPicture(colour))
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect((await sharp(bytes).metadata()).depth).toBe('ushort')
    expectNear(centreOf(await decodeBytes(bytes, 'deep.png')), colour, 1)
  })

  test('grey and palette', async () => {
    const grey = await sharp(await flatPicture([90, 90, 90]))
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const palette = await sharp(await flatPicture(colour))
      .png({ palette: true, colours: 4 })
      .toBuffer()
    expectNear(centreOf(await decodeBytes(grey, 'grey.png')), [90, 90, 90], 1)
    expectNear(centreOf(await decodeBytes(palette, 'palette.png')), colour, 4)
  })

  test('transparent parts are laid on white', async () => {
    const bytes = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    const photo = await decodeBytes(bytes, 'alpha.png')
    expectNear(centreOf(photo), [255, 127, 127], 2)
    expect(photo.hasAlpha).toBe(true)
  })

  test('every raster has three channels of eight bits', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const) {
      const { pixels } = await decodeBytes(await flatPicture(colour, 30, 20, format), `x.${format}`)
      expect(pixels.data.length).toBe(30 * 20 * 3)
    }
  })
})

describe.skipIf(shared === null)('real files (../shared/photos)', () => {
  const robustness = join(shared ?? '', 'robustness')

  test('CIELAB TIFF: a proof of a known photo is not grey or inverted', async () => {
    const { pixels } = await decodePhoto(join(robustness, 'cielab-dagams.tiff'))
    const mean = [0, 1, 2].map(
      (channel) =>
        pixels.data.filter((_, i) => i % 3 === channel).reduce((sum, value) => sum + value, 0) /
        (pixels.width * pixels.height),
    )
    expect(Math.max(...mean) - Math.min(...mean)).toBeGreaterThan(5)
  })

  test('CMYK TIFF of magenta and yellow ink is red', async () => {
    const [r, g, b] = centreOf(await decodePhoto(join(robustness, 'fogra-0-100-100-0.tif')))
    expectNear([r, g, b], [227, 6, 19], 12) // FOGRA39's value for 0/100/100/0
  })

  test('CMYK JPEG without a profile looks like the one with a profile', async () => {
    const [plain, profiled] = await Promise.all(
      ['Channel_digital_image_CMYK_color_no_profile.jpg', 'Channel_digital_image_CMYK_color.jpg'].map((name) =>
        decodePhoto(join(robustness, name)),
      ),
    )
    let sum = 0
    for (let i = 0; i < plain!.pixels.data.length; i++)
      sum += Math.abs(plain!.pixels.data[i]! - profiled!.pixels.data[i]!)
    expect(sum / plain!.pixels.data.length).toBeLessThan(40)
  })
})
