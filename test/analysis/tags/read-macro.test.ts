import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { readMacro, softShare } from '../../../src-main/analysis/tags/read-macro.ts'

/** Decodes to the raster that a step sees. */
async function rasterOf(picture: Sharp) {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}
const drawn = (width: number, height: number, inside: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`))

describe('macro', () => {
  const insect = new Map([
    ['bee', 0.8],
    ['insect', 0.85],
  ])
  /** Sharp stripes on a part of a plain ground. */
  const withDetail = (share: number) =>
    rasterOf(
      drawn(
        480,
        360,
        `<rect width="480" height="360" fill="#447733"/>${Array.from({ length: 60 }, (_, n) => `<rect x="${n * 8 * share}" width="${4 * share}" height="${360 * share}" fill="#112211"/>`).join('')}`,
      ),
    )

  test('an insect before a soft background is a macro', async () => {
    expect(readMacro(insect, await withDetail(0.5))).toMatchObject([{ concept: 'macro', origin: 'kind' }])
    expect(readMacro(insect, await withDetail(0.5))[0]!.chance).toBeGreaterThan(0.7)
  })

  test('a picture sharp all over is hardly one', async () => {
    expect(readMacro(insect, await withDetail(1))[0]!.chance).toBeLessThan(0.4)
  })

  test('a dog is not a macro, however soft the background', async () => {
    expect(readMacro(new Map([['dog', 0.95]]), await withDetail(0.5))).toEqual([])
  })

  test('soft is a share', async () => {
    expect(softShare(await withDetail(1))).toBeLessThan(0.1)
    expect(softShare(await withDetail(0.5))).toBeGreaterThan(0.6)
    expect(softShare({ width: 3, height: 3, data: new Uint8Array(27) })).toBe(0)
  })
})
