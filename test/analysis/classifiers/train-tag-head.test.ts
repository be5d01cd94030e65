import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeBackground, type Background } from '../../../src-main/analysis/classifiers/background.ts'
import { openBackgrounds, writeBackground } from '../../../src-main/analysis/classifiers/background-file.ts'
import { scoreTag } from '../../../src-main/analysis/classifiers/linear-head.ts'
import { trainTagHead, type TagExamples } from '../../../src-main/analysis/classifiers/train-tag-head.ts'
import { openFeatures, scoreEachClass } from '../../eval/taggers.ts'
import { unitVector } from '../../../src-main/analysis/vectors/unit-vector.ts'
import { createClusters, upTo } from '../../fixtures/clusters.ts'
import { mean } from '../../eval/figures.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

const { member, dimensions } = createClusters()
/** Photos of eight subjects, those of subject 0 among them. */
const library = upTo(400).map((n) => member(n % 8, 100 + n))
const background = describeBackground('model', library)
const some = (group: number, count: number) => upTo(count).map((n) => member(group, n))
const learn = (examples: Partial<TagExamples>, from: Background = background) =>
  trainTagHead({ positives: [], negatives: [], ...examples }, from)
const chances = (head: ReturnType<typeof learn>, group: number) =>
  upTo(50).map((n) => scoreTag(head, member(group, 5000 + n)))

test('a handful of photos distinguish new photos of the subject from all others', () => {
  const head = learn({ positives: some(0, 8) })
  expect(mean(chances(head, 0))).toBeGreaterThan(0.7)
  for (const other of upTo(7)) expect(Math.max(...chances(head, other + 1))).toBeLessThan(0.3)
})

test('one photo is enough to rank its subject first without false matches', () => {
  const one = learn({ positives: some(0, 1) })
  expect(Math.min(...chances(one, 0))).toBeGreaterThan(Math.max(...chances(one, 3)))
  for (const other of upTo(7)) expect(mean(chances(one, other + 1))).toBeLessThan(0.1)
})

test('statistics without photos give nearly the same confidence as the photos', () => {
  const [whole, statistics] = [
    learn({ positives: some(0, 8) }),
    learn({ positives: some(0, 8) }, { ...background, sample: [] }),
  ]
  expect(Math.abs(mean(chances(whole, 0)) - mean(chances(statistics, 0)))).toBeLessThan(0.2)
  expect(mean(chances(statistics, 4))).toBeLessThan(0.1)
})

test('counter-examples lower their own content and hardly anything else', () => {
  const mixed = [...some(0, 5), ...some(1, 3)]
  const [without, corrected] = [
    learn({ positives: mixed }),
    learn({ positives: mixed, negatives: upTo(6).map((n) => member(1, 300 + n)) }),
  ]
  expect(mean(chances(corrected, 1))).toBeLessThan(mean(chances(without, 1)) / 2)
  expect(mean(chances(corrected, 0))).toBeGreaterThan(mean(chances(without, 0)) - 0.15)
})

test('an example that is also a counter-example counts for neither', () => {
  const [a, b] = [member(0, 1), member(0, 2)]
  expect(learn({ positives: [a, b], negatives: [b] })).toEqual(learn({ positives: [a] }))
  expect(() => learn({ positives: [a], negatives: [a] })).toThrow('counter-example')
})

describe('any examples', () => {
  const examples = fc.record({
    positives: fc.array(fc.tuple(fc.nat(7), fc.nat(20)), { minLength: 1, maxLength: 12 }),
    negatives: fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 21, max: 40 })), { maxLength: 8 }),
  })
  const vectors = (list: readonly [number, number][]) => list.map(([group, number]) => member(group, number))

  test('give the same head in any order and with any repetition', () => {
    fc.assert(
      fc.property(examples, fc.infiniteStream(fc.nat()), ({ positives, negatives }, keys) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((item) => ({ item, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item)
        const plain = learn({ positives: vectors(positives), negatives: vectors(negatives) })
        const again = learn({
          positives: vectors(shuffled([...positives, ...positives])),
          negatives: vectors(shuffled([...negatives, ...negatives])),
        })
        expect(again).toEqual(plain)
      }),
      { numRuns: 60 },
    )
  })

  test('give finite weights, and the scale of the embeddings does not matter', () => {
    fc.assert(
      fc.property(examples, fc.double({ min: 0.01, max: 1000, noNaN: true }), ({ positives, negatives }, scale) => {
        const head = learn({ positives: vectors(positives), negatives: vectors(negatives) })
        expect(head.weights.every(Number.isFinite) && Number.isFinite(head.bias)).toBe(true)
        const scaled = learn({
          positives: vectors(positives).map((vector) => vector.map((value) => value * scale)),
          negatives: vectors(negatives),
        })
        expect(Math.abs(scoreTag(scaled, member(0, 999)) - scoreTag(head, member(0, 999)))).toBeLessThan(0.001)
      }),
      { numRuns: 40 },
    )
  })
})

test.for([
  ['no example', [], 'at least one photo'],
  ['a value that is no number', [new Float32Array(dimensions).fill(NaN)], 'not finite'],
  ['an infinite value', [new Float32Array(dimensions).fill(Infinity)], 'not finite'],
  ['all zeros', [new Float32Array(dimensions)], 'all zeros'],
  ['another length', [new Float32Array(12).fill(1)], '12 values'],
] as const)('%s is refused', ([, positives, message]) => {
  expect(() => learn({ positives })).toThrow(
    expect.objectContaining({ code: 'bad-params', message: expect.stringContaining(message) }),
  )
})

test('similar photos, or only two, still make a background', () => {
  const twins = describeBackground('model', [member(1, 1), member(1, 1)])
  const head = learn({ positives: [member(0, 1)] }, twins)
  expect(scoreTag(head, member(0, 2))).toBeGreaterThan(scoreTag(head, member(1, 1)))
  expect(() => describeBackground('model', [member(1, 1)])).toThrow('at least two')
})

test('statistics can be written and read, and the built-in ones belong to the standard model', () => {
  const written = JSON.parse(writeBackground(background)) as { axes: string[] }
  expect(written.axes).toHaveLength(background.axes.length)
  const shipped = openBackgrounds(resourcesDir).get('mobilenetv2-int8-embedding')!
  expect(shipped.mean).toHaveLength(1280)
  expect(Math.hypot(...shipped.axes[0]!)).toBeCloseTo(1, 2)
})

test.skipIf(openFeatures() === null)(
  'ten photos of a class of labelled features rank the others first',
  { tags: 'night' },
  () => {
    const data = openFeatures()!
    const shipped = openBackgrounds(resourcesDir).get('mobilenetv2-int8-embedding')!
    expect(mean(scoreEachClass(data, shipped, 10).map(({ precision }) => precision))).toBeGreaterThan(0.85)
  },
)

test('photos of another kind than those behind the shipped statistics do not all get the tag', () => {
  const shipped = openBackgrounds(resourcesDir).get('mobilenetv2-int8-embedding')!
  const { member: photo } = createClusters({ dimensions: shipped.mean.length })
  const size = Math.hypot(...shipped.mean)
  /** A photo of a group, in a collection whose photos all differ from the shipped ones in one way. */
  const collection = photo(99, 0)
  const stranger = (group: number, n: number) => {
    const own = photo(group, n)
    return shipped.mean.map((value, j) => value + size * (0.5 * collection[j]! + 0.7 * own[j]!))
  }
  const head = trainTagHead({ positives: upTo(4).map((n) => stranger(1, n)), negatives: [] }, shipped)
  const chance = (group: number) =>
    mean(upTo(20).map((n) => scoreTag(head, unitVector(stranger(group, 200 + n), shipped.mean.length))))
  expect(chance(1)).toBeGreaterThan(2 * chance(2))
  expect(chance(2)).toBeLessThan(0.2)
  const trusting = trainTagHead(
    { positives: upTo(4).map((n) => stranger(1, n)), negatives: [] },
    { ...shipped, shape: { spread: 0.6, middle: -0.3 } },
  )
  expect(
    mean(upTo(20).map((n) => scoreTag(trusting, unitVector(stranger(2, 200 + n), shipped.mean.length)))),
  ).toBeGreaterThan(0.5)
})
