import { expect, test } from 'vitest'
import { parse } from '../../../src-main/contract/library/search/parse.ts'
import { problemAt } from '../../../src-main/contract/library/search/problems.ts'
import { say } from '../../../src-main/contract/sentences/say.ts'
import { correctionOf, isObvious } from '../../../src-renderer/search/correction.ts'

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

test('what finds nothing is named among several words; alone, the empty list says it', () => {
  const nothing = (text: string, from: number) =>
    problemAt(text, { from, to: text.length }, 'no-match', say('search.noPhoto', { text: text.slice(from) }))
  expect(isObvious(nothing('cat zzzz', 4), 'cat zzzz')).toBe(false)
  expect(isObvious(nothing('zzzz', 0), 'zzzz')).toBe(true)
})
