import { expect, test } from 'vitest'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { restsOnAnalysis } from '../../../../src-main/contract/library/search/rests-on-analysis.ts'

test.each([
  ['dog', true],
  ['"two dogs"', true],
  ['tag:dog', true],
  ['rating:5 -tag:dog', true],
  ['date:2024 (color:red OR iso:800)', true],
  ['like:12', true],
  ['faces:>1', true],
  ['eyes:closed', true],
  ['is:sensitive', true],
  ['is:Tagged', true],
  ['is:sens', true],
  ['', false],
  ['rating:>=3 date:2024 camera:x-t5 is:rated', false],
  ['is:pending', false],
  ['folder:Rome label:red flag:picked type:raw', false],
])('%s: %s', (text, expected) => {
  expect(restsOnAnalysis(parse(text).terms)).toBe(expected)
})
