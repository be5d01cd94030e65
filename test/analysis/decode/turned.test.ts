import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutFiles } from '../../../src-main/analysis/cutting/cut-files.ts'
import { plainStyle } from '../../../src-main/analysis/cutting/plain-style.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { orientRaster } from '../../../src-main/analysis/decode/orient-raster.ts'
import { renderPhoto } from '../../../src-main/analysis/decode/render-photo.ts'
import type { Rectangle } from '../../../src-main/contract/analysis/cropping.ts'
import { inverse, orientations } from '../../../src-main/base/formats/exif/orientations.ts'
import { turnBox, turnSize } from '../../../src-main/base/formats/exif/turn-box.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/** A grey photo, 96 by 64 pixels when upright, with a red box off both axes. */
const SIZE = { width: 96, height: 64 }
const MARK: Rectangle = { x1: 8, y1: 32, x2: 24, y2: 56 }

/** Written with an orientation, and with its pixels turned so that this makes it upright. */
async function drawMarked(orientation: number): Promise<string> {
  const red = { create: { width: 16, height: 24, channels: 3 as const, background: '#f00000' } }
  const upright = await sharp({ create: { ...SIZE, channels: 3, background: '#808080' } })
    .composite([{ input: await sharp(red).png().toBuffer(), left: MARK.x1, top: MARK.y1 }])
    .png()
    .toBuffer()
  const stored = { 1: 0, 6: 270, 8: 90 }[orientation] ?? 0
  const path = join(tempFolder(), `marked-${orientation}.jpg`)
  const picture = sharp(upright).rotate(stored).withMetadata({ orientation })
  await writeFile(path, await picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer())
  return path
}

/** The box of the red pixels, as a browser shows the picture. */
async function findMark(bytes: Uint8Array): Promise<{ size: typeof SIZE; mark: Rectangle }> {
  const { data, info } = await sharp(bytes).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const mark = { x1: Infinity, y1: Infinity, x2: 0, y2: 0 }
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const at = (y * info.width + x) * 3
      if (data[at]! < 185 || data[at + 1]! > 64) continue
      mark.x1 = Math.min(mark.x1, x)
      mark.y1 = Math.min(mark.y1, y)
      mark.x2 = Math.max(mark.x2, x + 1)
      mark.y2 = Math.max(mark.y2, y + 1)
    }
  return { size: { width: info.width, height: info.height }, mark }
}

const cases = [1, 6, 8].flatMap((file) => orientations.map((turn) => ({ file, turn })))

test.each(cases)('a photo of orientation $file turned by $turn: its pixels match its boxes', async (given) => {
  const { file, turn } = given
  const path = await drawMarked(file)
  const expected = { size: turnSize(turn, SIZE), mark: turnBox(turn, SIZE, MARK) }
  const scaled = await renderPhoto({ path, turn, longSide: 200, format: 'webp', quality: 100 })
  expect(scaled).toMatchObject(expected.size)
  expect(await findMark(scaled.bytes)).toEqual(expected)
  const full = await renderPhoto({ path, turn, tile: null, quality: 100 })
  expect(full).toMatchObject({ ...expected.size, isOwn: true })
  expect(await findMark(full.bytes)).toEqual(expected)
  const tile = await renderPhoto({ path, turn, tile: expected.mark, quality: 100 })
  expect(await findMark(tile.bytes)).toMatchObject({ mark: { x1: 0, y1: 0, x2: tile.width, y2: tile.height } })
})

test.each(cases)('a crop of a photo of orientation $file turned by $turn shows what it encloses', async (given) => {
  const { file, turn } = given
  const path = await drawMarked(file)
  const [crop, from] = [turnBox(turn, SIZE, MARK), turnSize(turn, SIZE)]
  const size = { width: crop.x2 - crop.x1, height: crop.y2 - crop.y1 }
  const left = { x1: crop.x1, y1: crop.y1, x2: crop.x1 + size.width / 2, y2: crop.y2 }
  const kind = 'crop' as const
  const files = [
    { kind, crop, from, size },
    { kind, crop: { x1: 0, y1: 0, x2: from.width, y2: from.height }, from, size: from },
    { kind, crop: left, from, size: { width: size.width / 2, height: size.height } },
  ]
  const cuts = await cutFiles({ path, turn, files, style: plainStyle('png', 100) })
  const [marked, whole, half] = cuts.map((cut) => (cut.ok ? cut.value : new Uint8Array()))
  expect(await findMark(marked!)).toEqual({ size, mark: { x1: 0, y1: 0, x2: size.width, y2: size.height } })
  expect(await findMark(whole!)).toEqual({ size: from, mark: crop })
  expect((await findMark(half!)).size).toEqual({ width: size.width / 2, height: size.height })
})

test('a reduced photo has the same pixels however it is stored', async () => {
  const [width, height] = [311, 223] // Not multiples of the wanted size: each pixel mixes others.
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => 128 + 90 * Math.sin(i / 7) + ((i * 7919) % 37))
  const photo = sharp(data, { raw: { width, height, channels: 3 } })
  const upright = await decodePhoto(await photo.png().toBuffer(), { side: 200 })
  for (const orientation of orientations.slice(1)) {
    const back = orientRaster({ width, height, data }, inverse(orientation))
    const stored = sharp(back.data, { raw: { width: back.width, height: back.height, channels: 3 } })
    const bytes = await stored.withMetadata({ orientation }).png().toBuffer()
    const { pixels } = await decodePhoto(bytes, { side: 200 })
    expect([pixels.width, pixels.height]).toEqual([upright.pixels.width, upright.pixels.height])
    expect(Buffer.compare(pixels.data, upright.pixels.data), `orientation ${orientation}`).toBe(0)
  }
})

test('bytes are rendered like a file', async () => {
  const thumbnail = await sharp({ create: { ...SIZE, channels: 3, background: 'green' } })
    .webp()
    .toBuffer()
  const turned = await renderPhoto({ path: thumbnail, turn: 6, longSide: 320, format: 'webp', quality: 80 })
  expect(turned).toMatchObject({ width: SIZE.height, height: SIZE.width, type: 'image/webp' })
})
