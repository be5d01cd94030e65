import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { checkEverything } from './check-everything.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { errorOf, openOperations, openWithoutModels, stripes } from './open-operations.ts'

const shared = sharedPhotos()
const grey = (width: number, height: number) => ({
  create: { width, height, channels: 3 as const, background: '#808080' },
})

describe("drawn pictures, on this machine's models", () => {
  const operations = openOperations()
  afterAll(() => operations.close())

  test.each<[string, () => Promise<Buffer>]>([
    ['1x1', () => stripes(1, 1)],
    ['1xN', () => stripes(1, 777)],
    ['Nx1', () => stripes(2000, 1)],
    ['2x3', () => stripes(2, 3)],
    ['one colour', () => sharp(grey(320, 200)).png().toBuffer()],
    [
      'grey',
      async () =>
        sharp(await drawPicture())
          .greyscale()
          .jpeg()
          .toBuffer(),
    ],
    [
      'grey with alpha',
      async () =>
        sharp(await drawPicture())
          .greyscale()
          .ensureAlpha(0.4)
          .png()
          .toBuffer(),
    ],
    [
      'alpha, all clear',
      () =>
        sharp({ create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
          .png()
          .toBuffer(),
    ],
    [
      '16-bit',
      async () =>
        sharp(await drawPicture())
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
    ],
    [
      'CMYK',
      async () =>
        sharp(await drawPicture())
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
    ],
    [
      'animated',
      async () =>
        sharp([await drawPicture({ width: 90, height: 60 }), await drawPicture({ width: 90, height: 60, seed: 2 })], {
          join: { animated: true },
        })
          .gif()
          .toBuffer(),
    ],
    [
      'palette',
      async () =>
        sharp(await drawPicture())
          .png({ palette: true, colours: 8 })
          .toBuffer(),
    ],
    ['turned', () => drawPicture({ width: 300, height: 200, orientation: 7 })],
  ])('%s: every operation answers', { tags: 'night' }, async (_name, draw) => {
    await checkEverything(operations, await operations.open(await draw()))
  })

  test('an animation counts as its first picture', async () => {
    const frames = [await sharp(grey(40, 40)).png().toBuffer(), await drawPicture({ width: 40, height: 40 })]
    const picture = await operations.open(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    expect([picture.photo.width, picture.photo.height]).toEqual([40, 40])
    expect((await operations.colors(picture)).colors.color_variance).toBe(0)
  })

  test('only the content of a file matters, not its name', async () => {
    const path = join(tempFolder(), 'photo.txt.png')
    writeFileSync(path, await drawPicture())
    expect((await operations.open(path)).photo.format).toBe('jpeg')
  })

  test('the readable part of a truncated photo is analysed, and verbose says so', async () => {
    const whole = await drawPicture({ width: 800, height: 600 })
    const picture = await operations.open(whole.subarray(0, Math.floor(whole.length / 2)))
    expect((await operations.tags(picture, { verbose: 1 })).notes![0]).toContain('Only a part of the picture')
    await checkEverything(operations, picture)
  })
})

describe('a non-picture is refused with a message', () => {
  const operations = openWithoutModels()

  test.each<[string, Uint8Array, RegExp]>([
    ['zero bytes', new Uint8Array(), /empty/],
    ['text', Buffer.from('not a picture'), /not a picture/],
    ['zeroes', new Uint8Array(5000), /not a picture/],
    ['a JPEG of two bytes', Buffer.from([0xff, 0xd8]), /not a picture/],
    ['a JPEG header', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /damaged/],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG/],
  ])('%s', async (_name, bytes, sentence) => {
    const error = await errorOf(() => operations.open(bytes))
    expect([error.code, error.message]).toEqual(['file-unreadable', expect.stringMatching(sentence)])
  })

  test('a path to nothing or to a folder', async () => {
    const folder = tempFolder()
    expect((await errorOf(() => operations.open(join(folder, 'gone.jpg')))).code).toBe('file-missing')
    expect((await errorOf(() => operations.open(folder))).code).toBe('file-unreadable')
  })

  test('every cut of a photo ends in a picture or a message', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const) {
      const whole = await drawPicture({ width: 64, height: 48, format })
      for (let part = 1; part < 12; part++) {
        const cut = whole.subarray(0, Math.floor((whole.length * part) / 12))
        const picture = await operations.open(cut).catch(() => null)
        if (picture) await checkEverything(operations, picture)
        else await errorOf(() => operations.open(cut))
      }
    }
  })

  test('bytes within a larger buffer are read in place', async () => {
    const bytes = await drawPicture()
    const larger = Buffer.concat([Buffer.alloc(37, 1), bytes, Buffer.alloc(11, 2)])
    const picture = await operations.open(larger.subarray(37, 37 + bytes.length))
    expect(await picture.photo.hashes()).toEqual(await (await operations.open(bytes)).photo.hashes())
  })
})

describe.skipIf(shared === null)('odd real files (../shared/photos/robustness)', () => {
  const operations = openWithoutModels()

  test('every operation answers on each, or the file is refused with a message', { tags: 'night' }, async () => {
    const outcomes = new Map<string, string>()
    for (const name of readdirSync(join(shared!, 'robustness'))) {
      const path = join(shared!, 'robustness', name)
      const picture = await operations.open(readFileSync(path)).catch(() => null)
      if (picture) await checkEverything(operations, picture, name)
      outcomes.set(name, picture ? 'analysed' : (await errorOf(() => operations.open(path))).code)
    }
    expect([...outcomes.values()].filter((outcome) => outcome === 'analysed').length).toBeGreaterThan(100)
    expect([...outcomes.values()].every((outcome) => ['analysed', 'file-unreadable'].includes(outcome))).toBe(true)
  })

  test('280 megapixels are cropped in full size', async () => {
    const picture = await operations.open(join(shared!, 'robustness/giant-image.jpg'))
    expect(picture.photo.width * picture.photo.height).toBe(280_000_000)
    const answer = await operations.croppings(picture, { resolution: '320x200', no_scaling: '1', image_result: '1' })
    expect(answer).toMatchObject({ kind: 'image', width: 320, height: 200 })
  })
})
