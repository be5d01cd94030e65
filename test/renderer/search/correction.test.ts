import { expect, test } from 'vitest'
import { parse } from '../../../src-main/contract/library/search/parse.ts'
import { correctionOf } from '../../../src-renderer/search/correction.ts'

/** The text with every correction applied. */
function corrected(text: string): string {
  return parse(text).problems.reduceRight((all, problem) => {
    const correction = correctionOf(problem)
    return correction ? all.slice(0, correction.from) + correction.text + all.slice(correction.to) : all
  }, text)
}

test.each([
  ['dog lenz:24-70', 'dog lens:24-70'],
  ['camrea:nikon sky', 'camera:nikon sky'],
  ['flag:pikced', 'flag:picked'],
])('%s could be %s', (text, meant) => {
  expect(corrected(text)).toBe(meant)
})

test.each(['https://example.org', 'banana:3', 'iso:many'])('nothing is close to %s', (text) => {
  expect(
    parse(text)
      .problems.map(correctionOf)
      .filter((each) => each !== null),
  ).toEqual([])
})
