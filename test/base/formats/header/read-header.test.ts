import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readHeader } from '../../../../src-main/base/formats/header/read-header.ts'
import { buildCr3, buildNef, buildRaf, buildRw2 } from '../../../fixtures/raw-files.ts'

const picture = (background = '#468') => sharp({ create: { width: 201, height: 99, channels: 3, background } })
const size = { width: 201, height: 99 }
const none = { width: 0, height: 0, end: null }

describe('the header of a picture', () => {
  test.each([
    ['png', () => picture().png()],
    ['gif', () => picture().gif()],
    ['webp', () => picture().webp()],
    ['webp', () => picture().webp({ lossless: true })],
    [
      'webp',
      () =>
        picture()
          .withExif({ IFD0: { Artist: 'A' } })
          .webp(),
    ],
    ['webp', () => picture('#4688').ensureAlpha(0.5).webp()],
  ] as const)('of kind %s gives its size', async (kind, build) => {
    const bytes = await build().toBuffer()
    expect(readHeader(bytes.subarray(0, 64))).toEqual({ kind, ...size, end: null })
  })

  test.each([
    ['tiff', async () => await picture().tiff().toBuffer()],
    ['tiff', async () => buildNef(await picture().jpeg().toBuffer(), 1)],
    ['tiff', async () => buildRw2(await picture().jpeg().toBuffer())],
    ['heif', async () => await picture().avif({ effort: 0 }).toBuffer()],
    ['cr3', async () => buildCr3(await picture().jpeg().toBuffer(), 1)],
    ['raf', async () => buildRaf(await picture().jpeg().toBuffer())],
    ['other', async () => Buffer.from('<svg/>')],
    ['other', async () => Buffer.alloc(0)],
  ] as const)('of kind %s is recognised, without a size', async (kind, build) => {
    expect(readHeader(await build())).toEqual({ kind, ...none })
  })

  test('of a JPEG gives the end of its metadata, even beyond the available bytes', async () => {
    const jpeg = await picture()
      .withExif({ IFD0: { ImageDescription: 'long '.repeat(100) } })
      .jpeg()
      .toBuffer()
    const end = jpeg.indexOf('\xff\xda', 0, 'latin1')
    expect(readHeader(jpeg)).toEqual({ kind: 'jpeg', ...size, end })
    const cut = readHeader(jpeg.subarray(0, 100))
    expect(cut).toMatchObject({ kind: 'jpeg', width: 0, height: 0 })
    expect(cut.end).toBeGreaterThan(500)
    expect(cut.end).toBeLessThanOrEqual(end)
  })

  test('that is truncated anywhere causes no error', async () => {
    const files = [
      await picture().jpeg().toBuffer(),
      await picture().webp().toBuffer(),
      await picture().png().toBuffer(),
    ]
    for (const file of files)
      for (let length = 0; length < 60; length++) expect(() => readHeader(file.subarray(0, length))).not.toThrow()
  })
})
