import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreClasses } from '../../../src-main/analysis/classifiers/linear-head.ts'
import { trainSoftmaxHead } from '../../../src-main/analysis/classifiers/train-softmax-head.ts'
import { createClusters, upTo } from '../../fixtures/clusters.ts'

const { member, dimensions } = createClusters()
const classes = (counts: readonly number[]) => counts.map((count, group) => upTo(count).map((n) => member(group, n)))
const best = (chances: readonly number[]) => chances.indexOf(Math.max(...chances))

test('new photos get their category, with few examples or many', () => {
  const head = trainSoftmaxHead(classes([3, 40, 8, 1]), dimensions)
  for (const group of upTo(4)) {
    const right = upTo(50).filter((n) => best(scoreClasses(head, member(group, 7000 + n))) === group)
    expect(right.length).toBeGreaterThan(42)
  }
})

test('probabilities sum to 1 for any photo', () => {
  const head = trainSoftmaxHead(classes([5, 5, 5]), dimensions)
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9999), (group, number) => {
      const chances = scoreClasses(head, member(group, number))
      expect(chances.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
      expect(chances.every((chance) => chance >= 0)).toBe(true)
    }),
  )
})

test('order and repetition of examples change nothing', () => {
  const plain = classes([4, 6])
  const other = plain.map((vectors) => [...vectors, ...vectors].reverse())
  expect(trainSoftmaxHead(other, dimensions)).toEqual(trainSoftmaxHead(plain, dimensions))
})

test('too many examples are thinned, and the categories are still distinguished', () => {
  const head = trainSoftmaxHead(classes([1500, 10]), dimensions)
  expect(best(scoreClasses(head, member(1, 9000)))).toBe(1)
  expect(best(scoreClasses(head, member(0, 9000)))).toBe(0)
})

test.for([
  ['one category', [[member(0, 1)]], 'at least two'],
  ['an empty category', [[member(0, 1)], []], 'at least one photo'],
  ['a photo in two categories', [[member(0, 1), member(0, 2)], [member(0, 2)]], 'two categories'],
  ['a value that is no number', [[member(0, 1)], [new Float32Array(dimensions).fill(NaN)]], 'not finite'],
] as const)('%s is refused', ([, examples, message]) => {
  expect(() => trainSoftmaxHead(examples, dimensions)).toThrow(
    expect.objectContaining({ code: 'bad-params', message: expect.stringContaining(message) }),
  )
})
