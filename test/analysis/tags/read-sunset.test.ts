import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { readSunset } from '../../../src-main/analysis/tags/read-sunset.ts'

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
})
