import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readPictureKind } from '../../../src-main/analysis/tags/read-picture-kind.ts'
import { readPixels } from '../../../src-main/analysis/tags/pixel-statistics.ts'
import { readSetting } from '../../../src-main/analysis/tags/read-setting.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { cocoDir, hasCoco, resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const saw = (...concepts: string[]) => concepts.map((concept) => ({ concept, chance: 0.9, origin: 'objects' as const }))
/** Decodes to the raster that a step sees. */
async function rasterOf(picture: Sharp) {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}
async function kindsOf(
  picture: Sharp,
  found: ReturnType<typeof saw> = [],
  scenes: Record<string, number> = {},
  outdoors: number | null = null,
): Promise<string[]> {
  const raster = await rasterOf(picture)
  const pixels = readPixels(raster)
  const setting = readSetting(found, scenes, pixels.colors.green, vocabulary)
  return readPictureKind(pixels, raster, { ...setting, outdoors, forest: scenes['forest'] ?? 0 }).map(
    ({ concept }) => concept,
  )
}
const drawn = (width: number, height: number, inside: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`))
const shrunk = async (picture: Sharp, width: number) => sharp(await picture.clone().png().toBuffer()).resize({ width })
const lines = (count: number, x: number, y: number, step: number, size: number, fill: string) =>
  Array.from(
    { length: count },
    (_, n) =>
      `<text x="${x}" y="${y + n * step}" font-size="${size}" font-family="sans-serif" fill="${fill}">The quick brown fox jumps over the lazy dog ${n} times</text>`,
  ).join('')
const page = (paper: string) =>
  drawn(480, 640, `<rect width="480" height="640" fill="${paper}"/>${lines(34, 30, 40, 17, 15, '#222')}`)
const window = (ground: string, text: string) =>
  drawn(
    640,
    400,
    `<rect width="640" height="400" fill="${ground}"/><rect width="640" height="28" fill="#3366cc"/><rect y="28" width="150" height="372" fill="#8899aa"/>${lines(12, 170, 60, 26, 14, text)}`,
  )

describe('made pictures', () => {
  test('a printed page is a document, even on yellowish paper', async () => {
    expect(await kindsOf(page('#ffffff'))).toEqual(['document'])
    expect(await kindsOf(page('#f6f2e6'))).toEqual(['document'])
  })

  test('a page held by a person is a photo of that person', async () => {
    expect(await kindsOf(page('#ffffff'), saw('person'))).toEqual([])
  })

  test('a window with text is a screenshot, light or dark', async () => {
    expect(await kindsOf(window('#d4dbe4', '#203040'))).toEqual(['screenshot'])
    expect(await kindsOf(window('#2b2f3a', '#dddddd'))).toContain('screenshot')
  })
})

describe('black and white', () => {
  const scene = (low: string, high: string) =>
    drawn(
      320,
      240,
      `<defs><linearGradient id="g"><stop stop-color="${low}"/><stop offset="1" stop-color="${high}"/></linearGradient></defs><rect width="320" height="240" fill="url(#g)"/>`,
    )

  test('has no colour, or one faint tone; a dull photo has more', async () => {
    expect(await kindsOf(scene('#202020', '#e0e0e0'))).toEqual(['black-and-white'])
    expect(await kindsOf(scene('#23201e', '#e2e0dc'))).toEqual(['black-and-white'])
    expect(await kindsOf(scene('#2a2c38', '#d0d2de'))).toEqual([])
  })

  test('includes a drawing in ink, at each size, which is neither paper nor screenshot', async () => {
    const shape = '<path d="M20 200 L90 30 L160 200 Z M200 40 H300 V180 H200 Z" stroke="#fff" stroke-width="3"/>'
    const ink = drawn(320, 240, `<rect width="320" height="240" fill="#000"/>${shape}`)
    const found = await Promise.all([320, 224, 160].map(async (width) => kindsOf(await shrunk(ink, width))))
    for (const kinds of found) {
      expect(kinds).toContain('black-and-white')
      expect(kinds).not.toContain('screenshot')
      expect(kinds).not.toContain('document')
    }
  })

  test('an object in front of white is not a document', async () => {
    const thing = '<rect x="60" y="90" width="200" height="60" rx="20" fill="#1a1a1a"/>'
    expect(
      await kindsOf(drawn(320, 240, `<rect width="320" height="240" fill="#fcfcfc"/>${thing}`), saw('scissors')),
    ).toEqual(['black-and-white'])
  })
})

describe('night', () => {
  const dark = drawn(
    320,
    240,
    '<rect width="320" height="240" fill="#060709"/><circle cx="80" cy="60" r="9" fill="#fff4d0"/>',
  )

  test('dark outside is night, dark in a room is not', async () => {
    expect(await kindsOf(dark, saw('car'))).toContain('night')
    expect(await kindsOf(dark, [], { street: 0.7 })).toContain('night')
    expect(await kindsOf(dark, saw('couch', 'person'))).toEqual(['low-key'])
    expect(await kindsOf(dark, saw('person'))).toEqual(['low-key'])
  })

  test('an object in front of black is not a night scene if the head doubts that it is outdoors', async () => {
    expect(await kindsOf(dark, saw('elephant'), {}, 0.48)).not.toContain('night')
    expect(await kindsOf(dark, saw('elephant'), {}, 0.66)).toContain('night')
  })

  test('a dark forest is not a night scene, though the town below it may be', async () => {
    expect(await kindsOf(dark, [], { forest: 0.6 })).toEqual(['low-key'])
    const lights = '<rect y="120" width="320" height="120" fill="#0a0a0a"/><rect width="80" height="60" fill="#fff"/>'
    const lit = drawn(320, 240, `<rect width="320" height="240" fill="#556"/>${lights}`)
    expect(await kindsOf(lit, [], { street: 0.8 })).toContain('night')
    expect(await kindsOf(lit, [], { forest: 0.8 })).not.toContain('night')
  })

  test('a street by day is not a night scene', async () => {
    expect(await kindsOf(drawn(320, 240, '<rect width="320" height="240" fill="#8090a0"/>'), saw('car'))).not.toContain(
      'night',
    )
  })

  test.skipIf(!hasCoco)(
    'real photos: two on a lawn at night, one at an airport; a dark room (needs ../shared/photos)',
    async () => {
      const photo = (id: number) => sharp(join(cocoDir, 'images', `${id}`.padStart(12, '0') + '.jpg'))
      expect(await kindsOf(photo(322), saw('person', 'frisbee'))).toContain('night')
      expect(await kindsOf(photo(589), saw('person'))).toContain('night')
      expect(await kindsOf(photo(260), saw('person', 'bus', 'suitcase'))).toContain('night')
      expect(await kindsOf(photo(446), saw('person', 'book', 'potted-plant'))).not.toContain('night')
    },
  )
})

test('a picture as wide as a panorama is one if it shows a place', () => {
  const noise = { width: 60, height: 20, data: new Uint8Array(3600).map((_, k) => (k * 7919) % 256) }
  const even = { ...noise, data: new Uint8Array(3600).fill(200) }
  const chanceOf = (raster: typeof noise, outdoors: number | null, found: ReturnType<typeof saw> = []) => {
    const statistics = readPixels(raster)
    const setting = readSetting(found, {}, 0, vocabulary)
    const kinds = readPictureKind(statistics, raster, { ...setting, outdoors, forest: 0 })
    return kinds.find(({ concept }) => concept === 'panorama')!.chance
  }
  expect(chanceOf(noise, 0.9)).toBeGreaterThan(0.9)
  expect(
    chanceOf({ ...noise, height: 28, data: new Uint8Array(5040).map((_, k) => (k * 7919) % 256) }, 0.9),
  ).toBeLessThan(SHOWN_FROM)
  expect(chanceOf(noise, 0.1)).toBeLessThan(SHOWN_FROM)
  expect(chanceOf(even, 0.9)).toBeLessThan(SHOWN_FROM)
  expect(chanceOf(noise, null)).toBeLessThan(SHOWN_FROM)
  expect(chanceOf(noise, null, saw('boat'))).toBeGreaterThan(0.9)
})
