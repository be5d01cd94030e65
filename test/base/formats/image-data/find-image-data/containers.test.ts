import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findImageData } from '../../../../../src-main/base/formats/image-data/find-image-data.ts'
import { areComparable, imageHashOf } from '../../../../../src-main/base/formats/image-data/image-hash.ts'
import { drawPicture } from '../../../../fixtures/pictures.ts'
import { buildNef } from '../../../../fixtures/raw-files.ts'
import { sampleFiles } from '../sample-files.ts'

const whole = (bytes: Buffer) => [{ start: 0, end: bytes.length }]
const text = (content: string) => Buffer.from(content, 'latin1')

test('most of each file is its picture, and not all of it', { tags: 'night' }, async () => {
  for (const { name, bytes } of await sampleFiles()) {
    const ranges = findImageData(bytes)
    const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
    if (name !== 'bare.jxl') expect(ranges, name).not.toEqual(whole(bytes))
    if (!/\.(nef|dng|raf)$/.test(name)) expect(total / bytes.length, name).toBeGreaterThan(0.4)
  }
})

test('one pixel changes the hash', async () => {
  const { data, info } = await sharp(await drawPicture({ width: 64, height: 48 }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const other = Buffer.from(data)
  other[5000] = other[5000]! ^ 8
  const raw = { width: info.width, height: info.height, channels: 3 as const }
  for (const format of ['png', 'tiff', 'gif'] as const) {
    const [one, two] = await Promise.all(
      [data, other].map((pixels) => sharp(pixels, { raw }).toFormat(format).toBuffer()),
    )
    expect(imageHashOf(one!), format).not.toBe(imageHashOf(two!))
  }
})

test('a hash names its scheme and has 128 bits', async () => {
  const hash = imageHashOf(await drawPicture())
  expect(hash).toMatch(/^1:[0-9a-f]{32}$/)
  expect(areComparable(hash, hash)).toBe(true)
  expect(areComparable(hash, '2:00')).toBe(false)
  expect(areComparable(hash, '')).toBe(false)
})

test('a JPEG is the same with other segments, fill bytes, and anything after it', async () => {
  const jpeg = await drawPicture({ width: 100, height: 80 })
  const comment = text('\xff\xfe\x00\x07hello')
  const application = text('\xff\xe5\x00\x06abcd')
  const changed = Buffer.concat([jpeg.subarray(0, 2), application, text('\xff'), comment, jpeg.subarray(2), jpeg])
  expect(imageHashOf(changed)).toBe(imageHashOf(jpeg))
  const adobe = text('\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x02')
  const coded = Buffer.concat([jpeg.subarray(0, 2), adobe, jpeg.subarray(2)])
  expect(imageHashOf(coded)).not.toBe(imageHashOf(jpeg))
})

test('a truncated JPEG counts to its end', async () => {
  const jpeg = await drawPicture({ width: 100, height: 80 })
  expect(findImageData(jpeg.subarray(0, -100)).at(-1)!.end).toBe(jpeg.length - 100)
})

test('a PNG is the same with its pixels in other chunks', async () => {
  const png = await drawPicture({ width: 100, height: 80, format: 'png' })
  const at = png.indexOf('IDAT') - 4
  const length = png.readUInt32BE(at)
  const chunk = (data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write('IDAT', 4)
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const data = png.subarray(at + 8, at + 8 + length)
  const cut = Buffer.concat([
    png.subarray(0, at),
    chunk(data.subarray(0, 40)),
    chunk(data.subarray(40)),
    png.subarray(at + 12 + length),
  ])
  expect(imageHashOf(cut)).toBe(imageHashOf(png))
})

test('an animation consists of all its pictures', { tags: 'night' }, async () => {
  const files = await sampleFiles()
  for (const name of ['moving.gif', 'moving.webp']) {
    const { bytes } = files.find((file) => file.name === name)!
    const last = Buffer.from(bytes)
    last[bytes.length - 20] = last[bytes.length - 20]! ^ 1
    expect(imageHashOf(last), name).not.toBe(imageHashOf(bytes))
  }
})

test('previews of RAW files may change, if there is a larger picture', async () => {
  const { bytes } = (await sampleFiles()).find(({ name }) => name === 'pyramid.tif')!
  const ranges = findImageData(bytes)
  expect(ranges.length).toBeGreaterThan(0)
  const jpeg = await drawPicture({ width: 100, height: 80 })
  expect(findImageData(buildNef(jpeg, 1))).toEqual([{ start: expect.any(Number), end: expect.any(Number) }])
})

test('a file in no container counts as a whole', () => {
  for (const bytes of [
    text('hello'),
    text('BM and more'),
    text('\xff\x0a jpeg xl'),
    text('IIII'),
    text('II*\0IIIIIIII'),
  ])
    expect(findImageData(bytes)).toEqual(whole(bytes))
})

test('a JPEG XL is the same bare and in boxes', () => {
  const stream = Buffer.concat([text('\xff\x0a'), Buffer.alloc(500, 7)])
  const box = (type: string, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const start = Buffer.concat([box('JXL ', text('\r\n\x87\n')), box('ftyp', text('jxl \0\0\0\0jxl '))])
  const boxed = Buffer.concat([start, box('Exif', Buffer.alloc(90)), box('jxlc', stream)])
  const parts = Buffer.concat([
    start,
    box('jxlp', Buffer.from('00000000', 'hex'), stream.subarray(0, 99)),
    box('xml ', text('<x/>')),
    box('jxlp', Buffer.from('80000001', 'hex'), stream.subarray(99)),
  ])
  expect([imageHashOf(boxed), imageHashOf(parts)]).toEqual([imageHashOf(stream), imageHashOf(stream)])
})
