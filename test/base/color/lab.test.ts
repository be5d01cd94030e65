import { converter } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fromHtmlCode,
  labToRgb,
  luminanceOf,
  luminanceOfLightness,
  rgbToLab,
  toHtmlCode,
} from '../../../src-main/base/color/lab.ts'

const level = fc.integer({ min: 0, max: 255 })
const rgb = fc.tuple(level, level, level)

test('sRGB survives the conversion to Lab and back', () => {
  fc.assert(
    fc.property(rgb, (color) => {
      expect(labToRgb(rgbToLab(...color))).toEqual(color)
      expect(fromHtmlCode(toHtmlCode(color))).toEqual(color)
    }),
  )
})

test('agrees with culori', () => {
  const toLab = converter('lab65')
  fc.assert(
    fc.property(rgb, ([r, g, b]) => {
      const lab = toLab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })
      const [L, A, B] = rgbToLab(r, g, b)
      expect(Math.abs(L - lab.l) + Math.abs(A - lab.a) + Math.abs(B - lab.b)).toBeLessThan(0.05)
    }),
    { numRuns: 2000 },
  )
})

test('fractions of a level are between the levels', () => {
  const [dark, between, light] = [rgbToLab(10, 20, 30), rgbToLab(10.5, 20.5, 30.5), rgbToLab(11, 21, 31)]
  expect(between[0]).toBeGreaterThan(dark[0])
  expect(between[0]).toBeLessThan(light[0])
})

test('the luminance of a lightness is that of its colour', () => {
  fc.assert(
    fc.property(rgb, (color) => {
      expect(luminanceOfLightness(rgbToLab(...color)[0])).toBeCloseTo(luminanceOf(...color), 9)
    }),
  )
})
