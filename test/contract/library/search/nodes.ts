import fc from 'fast-check'
import type { Comparison, SearchNode } from '../../../../src-main/contract/library/search/nodes.ts'

const signs = ['-', '(', ')', '"', '\\', ':', '=', '<', '>', ',', '*', 'é', '狗', '7', '\u0000', 'f:', 'OR', 'iso:']
const part = fc.oneof(
  fc.constantFrom('cat', 'OR', 'AND', 'NOT', 'iso', 'date', 'june', '2024', 'Trip:Rome', ...signs),
  fc.string(),
)
const joined = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

const wordText = joined.map((text) => text.replaceAll(/\s/g, '')).filter((text) => text !== '')
const wordNode: fc.Arbitrary<SearchNode> = wordText.map((text) => ({ type: 'word', text }))
const phraseNode: fc.Arbitrary<SearchNode> = joined
  .filter((text) => text !== '')
  .map((text) => ({ type: 'phrase', text }))
const comparison = fc.constantFrom<Comparison>(':', '=', '<', '<=', '>', '>=')
const value = fc.oneof(
  joined,
  fc.constantFrom(
    '',
    '800',
    '24-70',
    'june 2024',
    'june',
    '2024',
    'last 30 days',
    'a,b',
    '#3060a0*30+white',
    '48.1/-16.2/48.3/16.5',
  ),
)
const fieldNode: fc.Arbitrary<SearchNode> = fc.record({
  type: fc.constant('field' as const),
  field: fc.constantFrom('iso', 'date', 'camera', 'label', 'f', 'color', 'is', 'within'),
  comparison,
  values: fc.array(value, { minLength: 1, maxLength: 3 }),
})

/** Any search, at most three levels deep. */
export const anyNode: fc.Arbitrary<SearchNode> = fc.letrec<{ node: SearchNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { arbitrary: wordNode, weight: 4 },
    phraseNode,
    { arbitrary: fieldNode, weight: 3 },
    tie('node').map((node): SearchNode => ({ type: 'not', node })),
    fc
      .tuple(fc.constantFrom('all' as const, 'any' as const), fc.array(tie('node'), { minLength: 2, maxLength: 3 }))
      .map(([type, nodes]): SearchNode => ({ type, nodes })),
  ),
})).node

/** Whatever a person may type, meaningful or not. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.array(fc.oneof(part, fc.constantFrom(' ', ' ', '\n')), { maxLength: 25 }).map((parts) => parts.join('')),
)
