import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { SHOWN_FROM } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { readSunset } from '../../../src-main/analysis/tags/read-sunset.ts'
import { openSunsetHead } from '../../../src-main/analysis/tags/scene-head.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

/** Decodes to the raster that a step sees. */
async function rasterOf(picture: Sharp) {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}
const drawn = (width: number, height: number, inside: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`))

describe('sunset', () => {
  const outside = {
    hasPerson: false,
    isIndoors: false,
    isTown: false,
    isOutdoors: false,
    outdoors: null as number | null,
    score: null as number | null,
  }
  const sky = (top: string, low: string, ground: string) =>
    drawn(
      480,
      320,
      `<defs><linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="480" height="230" fill="url(#g)"/><circle cx="240" cy="200" r="22" fill="#fff2b0"/><rect y="230" width="480" height="90" fill="${ground}"/>`,
    )
  const isSunset = async (picture: Sharp, setting = outside) => readSunset(await rasterOf(picture), setting).length > 0

  test('orange, red and pink skies over dark land', async () => {
    expect(await isSunset(sky('#c8502a', '#ffc060', '#1a1210'))).toBe(true)
    expect(await isSunset(sky('#a03048', '#f08060', '#20182a'))).toBe(true)
    expect(await isSunset(sky('#d070a0', '#f0a0a0', '#181820'))).toBe(true)
  })

  test('a blue sky, a warm wall in a room, a person before it, or land as light as the sky do not count', async () => {
    expect(await isSunset(sky('#4080d0', '#a0c8f0', '#1a1210'))).toBe(false)
    expect(await isSunset(sky('#c8502a', '#ffc060', '#1a1210'), { ...outside, isIndoors: true })).toBe(false)
    expect(await isSunset(sky('#c8502a', '#ffc060', '#1a1210'), { ...outside, hasPerson: true })).toBe(false)
    expect(
      await isSunset(sky('#c8502a', '#ffc060', '#1a1210'), { ...outside, hasPerson: true, isOutdoors: true }),
    ).toBe(true)
    expect(await isSunset(sky('#c8502a', '#ffc060', '#d0a070'))).toBe(false)
    const fire = sky('#c8502a', '#ffc060', '#1a1210')
    expect(await isSunset(fire, { ...outside, outdoors: 0.37 })).toBe(false)
    expect(await isSunset(fire, { ...outside, outdoors: 0.8 })).toBe(true)
  })

  test('is not shown without a sign of outdoors and without a head that knows it: wood glows as evenly', async () => {
    const evening = await rasterOf(sky('#c8502a', '#ffc060', '#1a1210'))
    const chanceOf = (setting: typeof outside) => readSunset(evening, setting)[0]!.chance
    expect(chanceOf(outside)).toBeLessThan(SHOWN_FROM)
    expect(readSunset(evening, outside)[0]!.likely).toBeGreaterThan(SHOWN_FROM)
    expect(chanceOf({ ...outside, isOutdoors: true })).toBeGreaterThan(SHOWN_FROM)
    expect(chanceOf({ ...outside, outdoors: 0.8 })).toBeGreaterThan(SHOWN_FROM)
  })

  test('a blue sky with a warm light at the horizon is one if the head knows it', async () => {
    const evening = sky('#304878', '#f0b070', '#504848')
    expect(await isSunset(evening, { ...outside, outdoors: 0.8, score: 0.5 })).toBe(true)
    expect(await isSunset(evening, { ...outside, outdoors: 0.8, score: 0.01 })).toBe(false)
    expect(await isSunset(evening, { ...outside, outdoors: 0.8 })).toBe(false)
  })

  test('what the head takes for one is none in cold light, above ground as light as the sky, or inside', async () => {
    const sure = { ...outside, outdoors: 0.8, score: 0.9 }
    expect(await isSunset(sky('#8090a0', '#c0c8d0', '#404448'), sure)).toBe(false)
    expect(await isSunset(sky('#304878', '#f0b070', '#c09070'), sure)).toBe(false)
    expect(await isSunset(sky('#304878', '#f0b070', '#504848'), { ...sure, outdoors: 0.3 })).toBe(false)
  })

  test('the head that comes with the program reads the features of the standard set', () =>
    expect(openSunsetHead(resourcesDir).dimensions).toBe(1280))
})
