import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeBmp } from '../../../src-main/analysis/decode/decode-bmp.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { readBmpHeader } from '../../../src-main/base/formats/bmp/bmp-header.ts'
import { bmpFile, bmpRows, nearest, type RgbPixels } from '../../fixtures/bmp-files.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { seededRandom } from '../../fixtures/random.ts'

const grays = Array.from({ length: 16 }, (_, i) => [i * 17, i * 17, i * 17] as const)
const web = Array.from(
  { length: 216 },
  (_, i) => [Math.floor(i / 36) * 51, (Math.floor(i / 6) % 6) * 51, (i % 6) * 51] as const,
)
const blackAndWhite = [
  [0, 0, 0],
  [255, 255, 255],
] as const

let pixels: RgbPixels
beforeAll(async () => {
  // An odd width leaves padding in every row.
  const { data, info } = await sharp(await drawPicture({ width: 101, height: 67, format: 'png' }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  pixels = { width: info.width, height: info.height, data }
})

function decode(bytes: Buffer) {
  return decodeBmp(bytes, readBmpHeader(bytes)!)
}

/** The pixels with only these colours. */
function withPalette(palette: readonly (readonly number[])[]): Uint8Array {
  const out = new Uint8Array(pixels.data.length)
  for (let at = 0; at < out.length; at += 3)
    out.set(palette[nearest(palette, [...pixels.data.subarray(at, at + 3)])]!, at)
  return out
}

function largestDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0)
}

describe('pixels of every kind', () => {
  test('of 24 and 32 bits are exact, from the bottom or from the top', () => {
    for (const bits of [24, 32] as const)
      for (const isTopDown of [false, true]) {
        const spec = { bits, isTopDown }
        const { data, isComplete } = decode(bmpFile(pixels, spec, bmpRows(pixels, spec)))
        expect(isComplete).toBe(true)
        expect(largestDifference(data, pixels.data), `${bits}`).toBe(0)
      }
  })

  test('with other masks lose only what their bits cannot hold', () => {
    const cases = [
      [{ bits: 16 as const }, 5],
      [{ bits: 16 as const, masks: [0xf800, 0x07e0, 0x001f] as const }, 5],
      [{ bits: 32 as const, masks: [0x000000ff, 0x0000ff00, 0x00ff0000] as const }, 0],
      [{ bits: 32 as const, masks: [0xff000000, 0x00ff0000, 0x0000ff00] as const }, 0],
    ] as const
    for (const [spec, most] of cases) {
      const { data } = decode(bmpFile(pixels, spec, bmpRows(pixels, spec)))
      expect(largestDifference(data, pixels.data), JSON.stringify(spec)).toBeLessThanOrEqual(most)
    }
  })

  test("of a palette, including OS/2's", () => {
    const cases = [
      [1, blackAndWhite],
      [4, grays],
      [8, web],
    ] as const
    for (const [bits, palette] of cases)
      for (const isOs2 of [false, true]) {
        const spec = { bits, palette, isOs2 }
        const { data } = decode(bmpFile(pixels, spec, bmpRows(pixels, spec)))
        expect(largestDifference(data, withPalette(palette)), `${bits}`).toBe(0)
      }
  })

  test('in runs of one colour, stretches of single ones and moves', () => {
    const small: RgbPixels = { width: 6, height: 3, data: new Uint8Array(54) }
    const spec = { bits: 8 as const, palette: grays, compression: 1 }
    const rows = Buffer.from([4, 3, 0, 0, 0, 3, 5, 6, 7, 0, 0, 2, 2, 0, 2, 9, 0, 0, 6, 1, 0, 1])
    const { data, isComplete } = decode(bmpFile(small, spec, rows))
    expect(isComplete).toBe(true)
    const levels = [...data].filter((_, i) => i % 3 === 0).map((level) => level / 17)
    // The first row is the lowest.
    expect([levels.slice(12), levels.slice(6, 12), levels.slice(0, 6)]).toEqual([
      [3, 3, 3, 3, 0, 0],
      [5, 6, 7, 0, 0, 9],
      [1, 1, 1, 1, 1, 1],
    ])
  })

  test('in runs of two colours', () => {
    const small: RgbPixels = { width: 5, height: 1, data: new Uint8Array(15) }
    const spec = { bits: 4 as const, palette: grays, compression: 2 }
    const { data } = decode(bmpFile(small, spec, Buffer.from([2, 0x12, 0, 3, 0x34, 0x50, 0, 1])))
    expect([...data].filter((_, i) => i % 3 === 0).map((level) => level / 17)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('BMP files', () => {
  test('are photos like any other', async () => {
    const spec = { bits: 24 as const }
    const path = join(tempFolder(), 'a.bmp')
    writeFileSync(path, bmpFile(pixels, spec, bmpRows(pixels, spec)))
    const photo = await decodePhoto(path)
    expect([photo.format, photo.width, photo.height, photo.warnings]).toEqual(['bmp', 101, 67, []])
    expect(largestDifference(photo.pixels.data, pixels.data)).toBeLessThanOrEqual(1)
  })

  test('are read through their profile', async () => {
    const profile = (
      await sharp(await drawPicture())
        .withIccProfile('p3')
        .toBuffer()
        .then((b) => sharp(b).metadata())
    ).icc!
    const red: RgbPixels = { width: 8, height: 8, data: new Uint8Array(192).map((_, i) => (i % 3 === 0 ? 200 : 30)) }
    const spec = { bits: 24 as const, profile }
    const photo = await decodePhoto(bmpFile(red, spec, bmpRows(red, spec)))
    expect(photo.pixels.data[0]).toBeGreaterThan(210)
  })

  test('that are truncated show the part that exists, with a warning', async () => {
    const spec = { bits: 24 as const, isTopDown: true }
    const whole = bmpFile(pixels, spec, bmpRows(pixels, spec))
    const photo = await decodePhoto(whole.subarray(0, whole.length / 2))
    expect(photo.warnings.map(inEnglish).join()).toContain('Only a part')
    expect(largestDifference(photo.pixels.data.subarray(0, 3000), pixels.data.subarray(0, 3000))).toBeLessThanOrEqual(1)
    await expect(decodePhoto(whole.subarray(0, 60))).rejects.toMatchObject({ code: 'damaged' })
  })

  test('changed at random end in a picture or a message', { tags: 'night' }, async () => {
    const random = seededRandom(7)
    const specs = [{ bits: 24 as const }, { bits: 8 as const, palette: web }, { bits: 16 as const }]
    for (const spec of specs) {
      const whole = bmpFile(pixels, spec, bmpRows(pixels, spec))
      for (let run = 0; run < 150; run++) {
        const changed = Buffer.from(whole)
        for (let i = 0; i < 3; i++) changed[2 + Math.floor(random() * 60)] = Math.floor(random() * 256)
        await decodePhoto(changed).catch((error: { code?: string }) => expect(error.code).toBeDefined())
      }
    }
  })

  test.runIf(sharedPhotos())(
    'that are odd show a picture or give the reason (../shared/photos/robustness)',
    async () => {
      const folder = join(sharedPhotos()!, 'robustness')
      const results = await Promise.all(
        readdirSync(folder)
          .filter((name) => name.endsWith('.bmp'))
          .map((name) =>
            decodePhoto(readFileSync(join(folder, name))).then(
              () => 'shown',
              (error) => error.code,
            ),
          ),
      )
      expect(results.filter((result) => result === 'shown').length).toBeGreaterThanOrEqual(6)
      expect(results.every((result) => ['shown', 'damaged', 'unsupported-format', 'too-large'].includes(result))).toBe(
        true,
      )
    },
  )
})
