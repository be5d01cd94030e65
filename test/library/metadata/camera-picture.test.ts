import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { withCameraPicture } from '../../fixtures/camera-files.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { buildCr3, buildDng, buildNef, buildRaf, buildRw2 } from '../../fixtures/raw-files.ts'

/** What is read of a file with this name and content. */
async function pictureIn(name: string, bytes: Buffer) {
  const file = join(tempFolder('camera-picture'), name)
  await writeFile(file, bytes)
  return (await readMetadata(file))!.cameraPicture
}

const small = (width: number, height: number) =>
  drawPicture({ width: 600, height: 400, seed: 4 }).then((big) =>
    sharp(big).resize(width, height, { fit: 'fill' }).jpeg().toBuffer(),
  )
const large = () => drawPicture({ width: 1800, height: 1200, seed: 4 })

test("the small picture in a JPEG's EXIF is used unchanged", async () => {
  const picture = await small(150, 100)
  const file = withCameraPicture(await drawPicture({ width: 600, height: 400, seed: 4 }), picture, 6)
  expect(await pictureIn('a.jpg', file)).toEqual({ bytes: Uint8Array.from(picture) })
})

test('for a picture with black bars, the result says which part is the photo', async () => {
  const picture = await small(160, 120)
  const file = withCameraPicture(await drawPicture({ width: 600, height: 400, seed: 4 }), picture)
  expect(await pictureIn('a.jpg', file)).toEqual({ bytes: Uint8Array.from(picture) })
})

test('the small picture of a later cropped photo is skipped, since it shows what was cut off', async () => {
  const square = await drawPicture({ width: 500, height: 500, seed: 4 })
  expect(await pictureIn('a.jpg', withCameraPicture(square, await small(160, 120)))).toBeNull()
})

test('a truncated picture, a missing one and an icon do not count as pictures', async () => {
  const jpeg = await drawPicture({ width: 600, height: 400, seed: 4 })
  const whole = withCameraPicture(jpeg, await small(150, 100))
  expect(await pictureIn('a.jpg', whole.subarray(0, 2_000))).toBeNull()
  expect(await pictureIn('b.jpg', jpeg)).toBeNull()
  expect(await pictureIn('c.jpg', withCameraPicture(jpeg, await small(45, 30)))).toBeNull()
})

test('RAW files use the smallest preview that has the shape of the largest', async () => {
  const [big, middle] = await Promise.all([large(), small(300, 200)])
  expect(await pictureIn('a.dng', buildDng(big, middle, 1))).toEqual({ bytes: Uint8Array.from(middle) })
})

test('a single large preview is used unless it is too large to be read for each photo', async () => {
  const preview = await small(600, 400)
  for (const [name, file] of [
    ['a.nef', buildNef(preview, 8)],
    ['a.rw2', buildRw2(preview)],
    ['a.raf', buildRaf(preview)],
    ['a.cr3', buildCr3(preview, 1)],
  ] as const)
    expect(await pictureIn(name, file), name).toEqual({ bytes: Uint8Array.from(preview) })
})

test("if a RAW file's preview is too large, the small picture within it is used", async () => {
  const picture = await small(160, 120)
  const noisy = { create: { width: 1800, height: 1200, channels: 3, background: '#888' } } as const
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const big = await sharp({ create: { ...noisy.create, noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect(big.length).toBeGreaterThan(256 * 1024)
  const preview = withCameraPicture(big, picture)
  expect(await pictureIn('a.raf', buildRaf(preview))).toEqual({ bytes: Uint8Array.from(picture) })
  expect(await pictureIn('a.rw2', buildRw2(big))).toBeNull()
})
