import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../src-main/analysis/decode/limits.ts'
import { openSource } from '../../../src-main/analysis/decode/open-source.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { buildSmallTiff, type TiffSpec } from '../../fixtures/small-tiff.ts'

const MEGABYTE = 1024 * 1024
const decodeBytes = async (bytes: Buffer) => (await openSource(bytes)).decodeBytes
const failureOf = (bytes: Buffer) =>
  openSource(bytes).then(
    () => null,
    (error: { code: string; message: string }) => error,
  )

describe('a TIFF of a few kilobytes', () => {
  const wide = { width: 299_008, height: 2000 }
  test.each<[string, TiffSpec]>([
    ['whose rows of tiles are all of it', { ...wide, tile: { width: 16, height: 2000 } }],
    ['the same with 64-bit offsets', { ...wide, tile: { width: 16, height: 2000 }, isBig: true }],
    [
      'that tells small tiles as well',
      { ...wide, tile: { width: 16, height: 2000 }, declaredAgain: { width: 16, height: 16 } },
    ],
    ['with its tiles behind a thousand entries', { ...wide, tile: { width: 16, height: 2000 }, fillers: 1000 }],
    ['with tiles far larger than the picture', { width: 500, height: 500, tile: { width: 4992, height: 60_000 } }],
    ['with tiles of many colours', { width: 4000, height: 4000, tile: { width: 4000, height: 4000 }, samples: 60 }],
    ['with one strip in planes', { width: 20_000, height: 20_000, tile: 20_000, isPlanar: true }],
    ['with rows too wide', { width: 299_008, height: 1000, tile: 128, bits: 16, samples: 4 }],
  ])('%s is refused before it takes gigabytes', async (_what, spec) => {
    const tiff = buildSmallTiff(spec)
    expect(tiff.length).toBeLessThan(300_000)
    const failure = await failureOf(tiff)
    expect(failure?.code).toMatch(/^(too-large|damaged)$/)
    if (failure?.code === 'too-large') expect(failure.message).toMatch(/needs [\d,]+ MB of memory .* 768 MB/)
  })

  test.each<[TiffSpec, number]>([
    // measured: a process's maximum beyond what it had, in megabytes
    [{ width: 6000, height: 6000, tile: { width: 256, height: 256 } }, 35],
    [{ width: 6000, height: 6000, tile: { width: 6000, height: 1024 } }, 114],
    [{ width: 6000, height: 6000, tile: { width: 1024, height: 6000 } }, 147],
    [{ width: 6000, height: 6000, tile: { width: 3008, height: 3008 }, bits: 16 }, 307],
    [{ width: 6000, height: 6000, tile: 6000 }, 35],
    [{ width: 6000, height: 6000, tile: 6000, isPlanar: true }, 164],
    [{ width: 40_000, height: 400, tile: 100 }, 75],
  ])('%j is estimated near the measured %i MB', async (spec, measured) => {
    const estimated = (await decodeBytes(buildSmallTiff(spec))) / MEGABYTE
    expect(estimated).toBeGreaterThan(measured - 35)
    expect(estimated).toBeLessThan(measured * 1.6)
  })

  test('read from the disk is judged by its directory, at any offset', async () => {
    const spec = { width: 299_008, height: 2000, tile: { width: 16, height: 2000 } }
    const path = join(tempFolder(), 'a.tif')
    writeFileSync(path, buildSmallTiff(spec))
    await expect(openSource(path)).rejects.toMatchObject({ code: 'too-large' })
  })
})

describe('other formats', () => {
  test('a progressive JPEG is held completely, any other is not', async () => {
    const [width, height] = [3000, 2000]
    const picture = () => sharp({ create: { width, height, channels: 3, background: '#468' } })
    const [baseline, progressive] = await Promise.all([
      decodeBytes(await picture().jpeg().toBuffer()),
      decodeBytes(await picture().jpeg({ progressive: true }).toBuffer()),
    ])
    expect(baseline).toBeLessThan(5 * MEGABYTE)
    expect(progressive).toBeGreaterThan(width * height * 1.5 * 2)
  })

  test('an interlaced PNG is held completely, an animated WebP three times over', async () => {
    const picture = () => sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#468' } })
    expect(await decodeBytes(await picture().png({ progressive: true }).toBuffer())).toBeGreaterThan(3000 * 2000 * 3)
    expect(await decodeBytes(await picture().png().toBuffer())).toBeLessThan(3000 * 2000 * 3)
    const frames = await Promise.all([1, 2].map((seed) => drawPicture({ width: 800, height: 600, seed })))
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await decodeBytes(animated)).toBeGreaterThan(800 * 600 * 12)
  })

  test('a HEIF file is judged by its largest item, not by the size of its picture', async () => {
    const avif = await drawPicture({ width: 320, height: 200, format: 'avif' })
    const small = await decodeBytes(avif)
    const at = avif.indexOf('ispe', 0, 'latin1')
    const lying = Buffer.concat([avif])
    lying.writeUInt32BE(30_000, at + 8)
    lying.writeUInt32BE(30_000, at + 12)
    expect(small).toBeLessThan(3 * MEGABYTE)
    expect((await failureOf(lying))?.code).toMatch(/^(too-large|damaged)$/)
  })

  test('no ordinary photo comes near the limit', { tags: 'night' }, async () => {
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'gif'] as const) {
      const bytes = await decodeBytes(await drawPicture({ width: 3000, height: 2000, format }))
      expect(bytes, format).toBeLessThan(limits.decodeBytes / 10)
    }
  })
})
