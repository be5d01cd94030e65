import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPixels } from '../../../src-main/analysis/tags/pixel-statistics.ts'
import { readDominantColors, readPictureKind } from '../../../src-main/analysis/tags/read-picture-kind.ts'

describe('pixels', () => {
  const filled = (width: number, height: number, at: (x: number, y: number) => [number, number, number]) => {
    const data = new Uint8Array(3 * width * height)
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), 3 * (y * width + x))
    return { width, height, data }
  }
  const kinds = (raster: ReturnType<typeof filled>, hasPerson = false) =>
    readPictureKind(readPixels(raster), raster, {
      hasPerson,
      isIndoors: false,
      isOutdoors: false,
      isTown: false,
      outdoors: null,
      forest: 0,
    }).map(({ concept }) => concept)
  const noise = (x: number, y: number) => (x * 7919 + y * 104_729) % 97

  test('dominant colours by name', () => {
    const half = filled(200, 100, (x) => (x < 100 ? [30, 80, 220] : [230, 210, 40]))
    expect(
      readDominantColors(readPixels(half))
        .map(({ concept }) => concept)
        .sort(),
    ).toEqual(['blue', 'yellow'])
  })

  test('a grey picture is black and white and has no colour tags', () => {
    const grey = filled(160, 120, (x, y) => Array(3).fill(80 + noise(x, y)) as [number, number, number])
    expect(kinds(grey)).toEqual(['black-and-white'])
    expect(readDominantColors(readPixels(grey))).toEqual([])
  })

  test('twice as wide is a panorama, a dark one is dark', () => {
    expect(kinds(filled(500, 200, (x, y) => [noise(x, y) + 90, 60, 40]))).toEqual(['panorama'])
    expect(kinds(filled(160, 120, (x, y) => [5, noise(x, y) % 30, 9]))).toEqual(['low-key'])
  })

  test('ink on paper is a document, but not with a person on it', () => {
    const page = filled(300, 400, (x, y) => (y % 12 < 6 && x % 10 === 0 ? [20, 20, 20] : [245, 244, 240]))
    expect(kinds(page)).toContain('document')
    expect(kinds(page, true)).not.toContain('document')
  })

  test('one coloured pixel has one hue, and rounding makes no share negative', () => {
    const data = Uint8Array.from([235, 5, 63, 0, 0, 0])
    expect(readPixels({ width: 2, height: 1, data }).hueSpread).toBe(0)
  })

  test('any raster of any size gives shares from 0 to 1', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.uint8Array({ minLength: 4800, maxLength: 4800 }),
        (width, height, data) => {
          const { colors, ...rest } = readPixels({ width, height, data: data.subarray(0, 3 * width * height) })
          for (const share of [...Object.values(colors), ...Object.values(rest)])
            expect(share >= 0 && share <= 1 + 1e-9).toBe(true)
        },
      ),
    )
  })
})
