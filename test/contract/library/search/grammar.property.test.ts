import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leavesOf, type SearchNode } from '../../../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'
import { anyNode, anyText } from './nodes.ts'

test('what is printed is read as the same terms', () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 4 }), (terms) => {
      expect(parse(print(terms)).terms).toEqual(terms)
    }),
    { numRuns: 2000 },
  )
})

test('any text is understood without an error, and what was understood is printed as a text that means the same', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { terms } = parse(text)
      expect(parse(print(terms)).terms).toEqual(terms)
    }),
    { numRuns: 3000 },
  )
})

const WORD = /[\p{L}\p{N}]+/gu

/** All that a search says, as one text without the signs that join it. */
function describe(terms: readonly SearchNode[]): string {
  return leavesOf(terms)
    .map((leaf) => (leaf.type === 'field' ? [leaf.field, ...leaf.values].join(' ') : leaf.text))
    .join(' ')
}

test('no word is dropped: each is in a term, or a problem names it', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { terms, problems, spans } = parse(text)
      const described = [
        describe(terms),
        ...problems.map((problem) => problem.text),
        ...fieldNamesIn(text, [...spans.values()]),
      ]
      for (const [written] of text.matchAll(WORD)) {
        const isOperator = ['OR', 'AND', 'NOT'].includes(written)
        if (!isOperator) expect(described.join(' ').toLowerCase(), text).toContain(written.toLowerCase())
      }
    }),
    { numRuns: 3000 },
  )
})

/** What is written for fields may be another of their names. */
const fieldNamesIn = (text: string, spans: readonly { from: number; to: number }[]) =>
  spans
    .map(({ from, to }) => text.slice(from, to))
    .flatMap((part) => /^[\p{L}][\p{L}\p{N}-]*(?=[:<>=])/u.exec(part) ?? [])

test('problems and terms stand where they say', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { problems, spans } = parse(text)
      for (const { from, to, text: named } of problems) expect(text.slice(from, to)).toBe(named)
      for (const { from, to } of spans.values()) expect(0 <= from && from < to && to <= text.length, text).toBe(true)
    }),
  )
})
