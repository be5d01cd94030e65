import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { openPhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

const frames = await Promise.all([1, 2].map((seed) => drawPicture({ width: 64, height: 48, seed, format: 'png' })))
const mediaOf = async (photo: string | Buffer) => (await (await openPhoto(photo, {})).inspect()).media

test('an animation is marked as moving, and shows its first picture', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const moving = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    const photo = await decodePhoto(moving)
    expect([photo.width, photo.height], format).toEqual([64, 48])
    expect([await mediaOf(moving), await mediaOf(await sharp(frames[0]).toFormat(format).toBuffer())]).toEqual([
      'animation',
      undefined,
    ])
  }
})

test('an animated PNG is recognised by the chunk before its pixels', async () => {
  const still = frames[0]!
  const at = still.indexOf('IDAT') - 4
  const chunk = Buffer.concat([Buffer.from('00000008', 'hex'), Buffer.from('acTL'), Buffer.alloc(12)])
  expect(await mediaOf(still)).toBeUndefined()
  expect(await mediaOf(Buffer.concat([still.subarray(0, at), chunk, still.subarray(at)]))).toBe('animation')
})

test('several pages of a document are not an animation', async () => {
  const pages = await sharp(frames, { join: { animated: true } })
    .tiff()
    .toBuffer()
  expect(await mediaOf(pages)).toBeUndefined()
})

test.runIf(sharedPhotos())('an image sequence moves (../shared/photos)', async () => {
  const path = join(sharedPhotos()!, 'robustness/star.avifs')
  expect(await mediaOf(path)).toBe('animation')
  expect((await decodePhoto(path)).width).toBeGreaterThan(50)
})
