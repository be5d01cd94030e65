import { expect, test } from 'vitest'
import { colorTerm, wantedColors, weightsOf, withColor } from '../../../../src-renderer/search/filters/wanted-colors.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'

test('colours are added with equal weights, up to five', () => {
  const colors = wantedColors('sea color:#2f63c4*30~20')
  const more = withColor(colors, '#ffffff')
  expect(print([colorTerm(more)!])).toBe('color:#2f63c4*30~20+#ffffff~20')
  expect(withColor(more, '#ffffff')).toBe(more)
  const five = ['#111111', '#222222', '#333333'].reduce(withColor, more)
  expect(withColor(five, '#444444')).toBe(five)
  expect(colorTerm([])).toBeNull()
})

test('weights are shares of the total', () => {
  expect(weightsOf(wantedColors('color:#2f63c4*30+#ffffff*10'))).toEqual([75, 25])
  expect(weightsOf([])).toEqual([])
})
