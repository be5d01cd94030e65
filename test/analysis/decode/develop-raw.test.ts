import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodePhoto, openPhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { readSensorSize } from '../../../src-main/analysis/decode/develop-raw.ts'
import { openSource } from '../../../src-main/analysis/decode/open-source.ts'
import { perceptualDistance } from '../../fixtures/compare.ts'
import { buildSensorDng } from '../../fixtures/dng-files.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

const [width, height] = [1400, 900]
let picture: Buffer
let pixels: { width: number; height: number; data: Buffer }

beforeAll(async () => {
  picture = await drawPicture({ width, height, format: 'png', seed: 4 })
  pixels = { width, height, data: await sharp(picture).raw().toBuffer() }
})

function write(bytes: Buffer): string {
  const path = join(tempFolder(), 'a.dng')
  writeFileSync(path, bytes)
  return path
}

async function distanceTo(path: string, wanted: Buffer): Promise<number> {
  const { pixels: raster } = await decodePhoto(path)
  const { width: w, height: h, data } = raster
  return perceptualDistance(
    await sharp(data, { raw: { width: w, height: h, channels: 3 } })
      .png()
      .toBuffer(),
    wanted,
  )
}

describe('RAW files without a large preview', () => {
  test('are developed, with the colours that the sensor recorded', { tags: 'night' }, async () => {
    const path = write(buildSensorDng(pixels))
    const photo = await decodePhoto(path)
    expect([photo.format, photo.width, photo.height, photo.warnings]).toEqual(['dng', width, height, []])
    expect(Math.max(photo.pixels.width, photo.pixels.height)).toBe(640)
    // The brightness is fitted to each picture; the colours stay.
    expect(await distanceTo(path, picture)).toBeLessThan(25)
    const other = await drawPicture({ width, height, format: 'png', seed: 5 })
    expect(await distanceTo(path, picture)).toBeLessThan((await distanceTo(path, other)) / 2)
  })

  test('give half their pixels to a screen, and all to an export', { tags: 'night' }, async () => {
    const path = write(buildSensorDng(pixels))
    expect((await sharp((await openSource(path, { longSide: 640 })).input).metadata()).width).toBe(width / 2)
    expect((await sharp((await openSource(path, { longSide: 1200 })).input).metadata()).width).toBe(width)
    const source = await openSource(path)
    expect((await sharp(source.input).metadata()).width).toBe(width)
    expect([source.width, source.height]).toEqual([width, height])
  })

  test(
    'are turned like the camera, and give their orientation before they are developed',
    { tags: 'night' },
    async () => {
      const path = write(buildSensorDng(pixels, 6))
      expect(await (await openPhoto(path, {})).inspect()).toMatchObject({ width: height, height: width })
      const photo = await decodePhoto(path)
      expect([photo.width, photo.height, photo.pixels.height]).toEqual([height, width, 640])
      expect(await distanceTo(path, await sharp(picture).rotate(90).png().toBuffer())).toBeLessThan(25)
    },
  )

  test('do not show their small preview', async () => {
    const preview = await sharp(picture).resize(320).jpeg().toBuffer()
    expect((await decodePhoto(write(buildSensorDng(pixels, 1, preview)))).width).toBe(width)
  })

  test('show a large preview as the camera made it', async () => {
    const preview = await sharp(picture).resize(1100).negate().jpeg().toBuffer()
    const path = write(buildSensorDng(pixels, 1, preview))
    expect((await decodePhoto(path)).width).toBe(1100)
    expect(await distanceTo(path, await sharp(picture).negate().png().toBuffer())).toBeLessThan(3)
  })

  test('show a small preview if the sensor data is truncated', async () => {
    const preview = await sharp(picture).resize(320).jpeg().toBuffer()
    const whole = buildSensorDng(pixels, 1, preview)
    const sensorless = Buffer.concat([whole.subarray(0, 2000), preview])
    expect(await readSensorSize(sensorless)).toBeNull()
    const photo = await decodePhoto(sensorless).catch((error: { code: string }) => error)
    expect(photo).toMatchObject({ width: 320 })
  })
})

test.runIf(sharedPhotos())('a real DNG shows its colour chart (../shared/photos)', async () => {
  const photo = await decodePhoto(join(sharedPhotos()!, 'formats/colorchart.dng'))
  expect([photo.width, photo.height, photo.warnings]).toEqual([1734, 1156, []])
  const at = (x: number, y: number) => [...photo.pixels.data.subarray((y * 640 + x) * 3, (y * 640 + x) * 3 + 3)]
  const [red, green, blue] = [at(342, 303), at(300, 304), at(262, 306)] as [number[], number[], number[]]
  expect(red[0]! - Math.max(red[1]!, red[2]!)).toBeGreaterThan(60)
  expect(green[1]! - Math.max(green[0]!, green[2]!)).toBeGreaterThan(10)
  expect(blue[2]! - Math.max(blue[0]!, blue[1]!)).toBeGreaterThan(20)
  expect(readFileSync(join(sharedPhotos()!, 'formats/Nikon.nef')).length).toBeLessThan(10_000)
  expect(await readSensorSize(readFileSync(join(sharedPhotos()!, 'formats/Nikon.nef')))).toBeNull()
})
