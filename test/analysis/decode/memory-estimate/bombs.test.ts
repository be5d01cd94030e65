import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodePhoto } from '../../../../src-main/analysis/decode/decode-photo.ts'
import { openSource } from '../../../../src-main/analysis/decode/open-source.ts'
import { buildSensorDng } from '../../../fixtures/dng-files.ts'
import { gridOf } from '../../../fixtures/lying-heif.ts'
import { psdFile } from '../../../fixtures/psd-files.ts'
import { buildSmallTiff } from '../../../fixtures/small-tiff.ts'

/** Small files that declare, or hide, that they are huge: each is refused before a pixel of it is decoded. */

const refusal = (bytes: Buffer) => {
  expect(bytes.length).toBeLessThan(100_000)
  return expect(openSource(bytes)).rejects
}

describe('a HEIF grid', () => {
  let [small, large] = [Buffer.alloc(0), Buffer.alloc(0)]
  const flat = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#468' } })
      .avif({ effort: 0 })
      .toBuffer()
  beforeAll(async () => {
    small = await flat(64)
    large = await flat(4000)
  })

  test('with a true size is shown', async () => {
    const grid = gridOf(small, { rows: 2, columns: 3, width: 192, height: 128 })
    expect((await decodePhoto(grid)).pixels).toMatchObject({ width: 192, height: 128 })
  })

  const sixteen = { rows: 4, columns: 4, width: 16_000, height: 16_000 }
  test.each([
    ['says its size', undefined],
    ['says it is small', { width: 64, height: 64 }],
    ['says it is as large as one of its pictures', { width: 4000, height: 4000 }],
  ])('made of one large picture repeated is too large if it %s', async (_how, declared) => {
    await refusal(gridOf(large, declared ? { ...sixteen, declared } : sixteen)).toMatchObject({ code: 'too-large' })
  })

  test('larger than its pictures, or of more than anyone has, is refused', async () => {
    const wide = gridOf(small, {
      rows: 2,
      columns: 2,
      width: 32_000,
      height: 32_000,
      declared: { width: 64, height: 64 },
    })
    await expect(decodePhoto(wide)).rejects.toMatchObject({ code: 'damaged' })
    await refusal(gridOf(small, { rows: 200, columns: 200, width: 64, height: 64 })).toMatchObject({ code: 'damaged' })
  })
})

describe('a Photoshop file', () => {
  const planes = [0, 1, 2].map(() => Buffer.alloc(10_000))
  const lying = (side: number, options: { isPacked: boolean; isLarge?: boolean }) => {
    const bytes = psdFile({ width: 100, height: 100, mode: 3, depth: 8, planes, ...options })
    bytes.writeUInt32BE(side, 14)
    bytes.writeUInt32BE(side, 18)
    return bytes
  }

  test.each([
    ['plain', lying(30_000, { isPacked: false }), 'no-preview'],
    ['packed', lying(24_000, { isPacked: true }), 'no-preview'],
    ['large', lying(300_000, { isPacked: true, isLarge: true }), 'no-preview'],
    ['larger than any', lying(0xff_ff_ff_f0, { isPacked: true, isLarge: true }), 'too-large'],
  ])('that is declared huge and is %s has no picture', async (_kind, bytes, code) => {
    await refusal(bytes).toMatchObject({ code })
  })
})

describe('a JPEG XL', () => {
  // sizes of 30 bits each, then nothing
  const huge = Buffer.from([0xff, 0x0a, 0b1111_1110, ...Array<number>(8).fill(0xff), ...Array<number>(50).fill(0)])

  test('with huge sides is too large', async () => {
    await refusal(huge).toMatchObject({ code: 'too-large' })
  })

  test('the same in boxes is, too', async () => {
    const box = (type: string, content: Buffer) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(content.length + 8)
      head.write(type, 4, 'latin1')
      return Buffer.concat([head, content])
    }
    const start = box('JXL ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a]))
    await refusal(Buffer.concat([start, box('jxlc', huge)])).toMatchObject({ code: 'too-large' })
  })
})

/** Changes values of a little-endian TIFF's first directory, and names of its entries. */
function change(file: Buffer, changes: readonly { tag: number; to?: number; value?: number }[]): Buffer {
  const bytes = Buffer.from(file)
  const [start, count] = [bytes.readUInt32LE(4) + 2, bytes.readUInt16LE(bytes.readUInt32LE(4))]
  const places = Array.from({ length: count }, (_, i) => start + 12 * i)
  for (const { tag, to = tag, value } of changes) {
    const at = places.find((place) => bytes.readUInt16LE(place) === tag)!
    bytes.writeUInt16LE(to, at)
    if (value !== undefined) bytes.writeUInt32LE(value, at + 8)
  }
  const entries = places.map((at) => Buffer.from(bytes.subarray(at, at + 12)))
  entries.sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0)).forEach((entry, i) => entry.copy(bytes, places[i]))
  return bytes
}

describe('a DNG', () => {
  const side = 60_000
  const dng = buildSensorDng({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 3) })
  const size = [
    { tag: 0x100, value: side },
    { tag: 0x101, value: side },
  ]
  /** Its one strip becomes one tile, compressed in some way. */
  const tiled = (compression: number) => [
    { tag: 0x103, value: compression },
    { tag: 0xfe, to: 0x143, value: side },
    { tag: 0x116, to: 0x142, value: side },
    { tag: 0x111, to: 0x144 },
    { tag: 0x117, to: 0x145 },
  ]

  test('with a huge sensor is refused', async () => {
    await refusal(change(dng, size)).toMatchObject({ code: expect.stringMatching(/too-large|no-preview|damaged/) })
  })

  test.each([
    ['deflate', 8],
    ['lossy JPEG', 34_892],
  ])('with tiles far larger than its sensor, by %s, is refused', { tags: 'night' }, async (_name, compression) => {
    const bytes = change(dng, tiled(compression))
    await refusal(bytes).toMatchObject({ code: expect.stringMatching(/too-large|no-preview|damaged/) })
  })
})

describe('a TIFF of several pages', () => {
  const page = buildSmallTiff({ width: 600, height: 400, tile: 16 })
  const nextAt = page.readUInt32LE(4) + 2 + 12 * page.readUInt16LE(page.readUInt32LE(4))

  test('that loops back to its first one shows that one', async () => {
    const loop = Buffer.from(page)
    loop.writeUInt32LE(loop.readUInt32LE(4), nextAt)
    expect((await openSource(loop)).decodeBytes).toBeLessThan(3 * 1024 * 1024)
  })

  test('with a huge second one takes no more than the first', async () => {
    const huge = buildSmallTiff({ width: 250_000, height: 2000, tile: { width: 4992, height: 2000 } })
    const both = Buffer.concat([page, huge])
    both.writeUInt32LE(page.length + 8, nextAt)
    expect(
      await openSource(both).then(
        ({ decodeBytes }) => decodeBytes,
        () => 0,
      ),
    ).toBeLessThan(3 * 1024 * 1024)
  })
})
