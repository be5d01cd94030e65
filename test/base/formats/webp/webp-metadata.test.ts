import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findWebpMetadata, readWebpMetadata } from '../../../../src-main/base/formats/webp/webp-metadata.ts'

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'
const picture = () => sharp({ create: { width: 21, height: 13, channels: 3, background: '#468' } })
const withBoth = () =>
  picture()
    .withExif({ IFD0: { Artist: 'Ann' } })
    .withXmp(XMP)
    .webp()
    .toBuffer()

/** A chunk of a RIFF file, padded to an even length. */
const chunk = (name: string, body: string) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(name), size, Buffer.from(body, 'latin1'), Buffer.alloc(body.length & 1)])
}

test('EXIF and XMP after the picture are found from its first bytes and read', async () => {
  const webp = await withBoth()
  const at = findWebpMetadata(webp.subarray(0, 64))!
  expect(at).toBeGreaterThan(30)
  const { exif, xmp } = readWebpMetadata(webp, at)
  expect(exif?.toString('latin1', 0, 2)).toMatch(/II|MM/)
  expect(exif?.includes('Ann')).toBe(true)
  expect(xmp?.toString()).toContain('xmpmeta')
  expect(readWebpMetadata(webp.subarray(at), 0)).toEqual({ exif, xmp })
})

test('a file whose flags declare none is not read further', async () => {
  const webp = await withBoth()
  webp[20] = 0
  expect(findWebpMetadata(webp)).toBeNull()
})

test("truncated chunks are left out; a JPEG's prefix is removed", () => {
  const bytes = Buffer.concat([chunk('EXIF', 'Exif\0\0II*\0x'), chunk('XMP ', 'packet')])
  expect(readWebpMetadata(bytes, 0)).toEqual({ exif: Buffer.from('II*\0x'), xmp: Buffer.from('packet') })
  expect(readWebpMetadata(bytes.subarray(0, -1), 0)).toEqual({ exif: Buffer.from('II*\0x'), xmp: null })
})

test('other bytes than WebP give nothing', () => {
  for (let seed = 0; seed < 200; seed++) {
    const noise = Buffer.from(Array.from({ length: seed }, (_, i) => (i * 7919 + seed * 104_729) & 255))
    expect(() => [findWebpMetadata(noise), readWebpMetadata(noise, 12)]).not.toThrow()
  }
})
