import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readJpegSegments } from '../../../../src-main/base/formats/jpeg/jpeg-segments.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

test('a real JPEG ends at its first scan; segments are side by side', async () => {
  const jpeg = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#468' } })
    .withExif({ IFD0: { Artist: 'A' } })
    .jpeg()
    .toBuffer()
  const { segments, stop, stopAt } = readJpegSegments(jpeg)
  expect(stop).toBe('ended')
  expect(jpeg.readUInt16BE(stopAt)).toBe(0xffda)
  expect(segments.map(({ marker }) => marker)).toEqual(expect.arrayContaining([0xe1, 0xdb, 0xc0, 0xc4]))
  segments.forEach(({ at, end }, i) => {
    expect(jpeg[at]).toBe(0xff)
    expect(end).toBe(segments[i + 1]?.at ?? stopAt)
  })
})

test.each([
  [
    'fill bytes and markers without a length are passed over',
    'ffd8 ffff ff01 ffd0 ffe0 0004 0000 ffd9 0000',
    'ended',
    14,
  ],
  ['a segment that is cut off ends behind the bytes', 'ffd8 ffe0 0064 0000', 'cut-off', 104],
  ['a marker that no segment begins with', 'ffd8 ffe0 0004 0000 ff02 0000', 'broken', 8],
  ['no marker at all', 'ffd8 ffe0 0004 0000 0000 0000', 'broken', 8],
  ['too short for a segment', 'ffd8 ff', 'cut-off', 2],
] as const)('%s', (_what, hex, stop, stopAt) => {
  const found = readJpegSegments(bytes(hex))
  expect(found).toMatchObject({ stop, stopAt })
  expect(found.segments.every(({ marker }) => marker === 0xe0)).toBe(true)
})

test('a length below its own two bytes does not block the reader', () => {
  expect(readJpegSegments(bytes('ffd8 ffe0 0000 ffd9 0000'))).toMatchObject({ stop: 'ended', stopAt: 6 })
})

test('a header of endless segments is given up', () => {
  const endless = Buffer.concat([bytes('ffd8'), ...Array.from({ length: 600 }, () => bytes('ffe0 0002'))])
  expect(readJpegSegments(endless).stop).toBe('broken')
})
