import { converter } from 'culori'
import { expect, test } from 'vitest'
import { hueDifferenceTo, numberOfHtml, oklabOf } from '../../../../src-main/contract/library/search/color-nearness.ts'
import { DEFAULT_COLOR_DISTANCE, namedColors } from '../../../../src-main/contract/library/search/colors.ts'

const isNear = (name: 'pink' | 'purple', html: string, hasFaces = false) =>
  hueDifferenceTo(namedColors[name])!(numberOfHtml(html), hasFaces) <= DEFAULT_COLOR_DISTANCE

test.each(['#f48fb6', '#1c2b57', '#d9a98a', '#00ff00', '#7b7d80'])('%s in OKLab matches culori', (html) => {
  const { l, a, b } = converter('oklab')(html)!
  const found = oklabOf(numberOfHtml(html))
  for (const [at, value] of [l, a, b].entries()) expect(found[at]).toBeCloseTo(value, 4)
})

test.each([
  ['lotus', '#e87bb8', 'pink'],
  ['raspberry', '#b0415f', 'pink'],
  ['pale pink wall', '#f7c1c4', 'pink'],
  ['umbrella', '#e26aa0', 'pink'],
  ['violet toy', '#6a34b0', 'purple'],
  ['lilac paper', '#b3a4dd', 'purple'],
  ['plum', '#6a3d7c', 'purple'],
  ['red', '#d32f2f', null],
  ['strawberry', '#d5304a', null],
  ['skin', '#d9a98a', null],
  ['fair skin', '#e6bfb0', null],
  ['blue sky', '#6fb3e0', null],
  ['night sky', '#1c2b57', null],
  ['grey', '#8b8589', null],
] as const)('%s, %s, is called %s', (_what, html, name) => {
  expect([isNear('pink', html), isNear('purple', html)]).toEqual([name === 'pink', name === 'purple'])
})

test('reddish pink is skin in a photo with faces, unless it is strong', () => {
  expect(isNear('pink', '#f7c1c4', true)).toBe(false)
  expect(isNear('pink', '#f79fb0', true)).toBe(true)
})

test('the given colours are among the nearest; others are judged by their distance', () => {
  for (const html of [namedColors.pink, namedColors.purple])
    expect(hueDifferenceTo(html)!(numberOfHtml(html), true)).toBeLessThan(DEFAULT_COLOR_DISTANCE / 2)
  expect(hueDifferenceTo(namedColors.blue)).toBeNull()
})
