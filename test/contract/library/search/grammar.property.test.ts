import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leavesOf, type SearchNode } from '../../../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'
import { anyNode, anyText } from './nodes.ts'

test('printed terms are read back as the same terms', () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 4 }), (terms) => {
      expect(parse(print(terms)).terms).toEqual(terms)
    }),
    { numRuns: 2000 },
  )
})

test('any text can be parsed without an error, and the result is printed as an equivalent text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { terms } = parse(text)
      expect(parse(print(terms)).terms).toEqual(terms)
    }),
    { numRuns: 3000 },
  )
})

const WORD = /[\p{L}\p{N}]+/gu

/** Everything in a search, as one text without its operators. */
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

/** A field's text may use another of its names. */
const fieldNamesIn = (text: string, spans: readonly { from: number; to: number }[]) =>
  spans
    .map(({ from, to }) => text.slice(from, to))
    .flatMap((part) => /^[\p{L}][\p{L}\p{N}-]*(?=[:<>=])/u.exec(part) ?? [])

test('problems and terms have their correct positions', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { problems, spans } = parse(text)
      for (const { from, to, text: named } of problems) expect(text.slice(from, to)).toBe(named)
      for (const { from, to } of spans.values()) expect(0 <= from && from < to && to <= text.length, text).toBe(true)
    }),
  )
})
