import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeBackground } from '../../../src-main/analysis/classifiers/background.ts'
import { applyClassifier } from '../../../src-main/analysis/classifiers/apply-classifier.ts'
import { describeClassifier } from '../../../src-main/analysis/classifiers/classifier.ts'
import {
  addExamples,
  trainClassifier,
  retrainClassifier,
  type TrainingOptions,
} from '../../../src-main/analysis/classifiers/train-classifier.ts'
import { createClusters, upTo } from '../../fixtures/clusters.ts'

const { member } = createClusters()
/** Photo 101 is the first of subject 1; photos 900 and above are not analysed. */
const vectorOf = (id: number) => (id >= 900 ? null : member(Math.floor(id / 100), id))
const backgroundOf = (modelId: string) =>
  describeBackground(
    modelId,
    upTo(300).map((n) => member(n % 6, 10_000 + n)),
  )

function partsOf(modelId = 'model-a'): TrainingOptions {
  let time = 1000
  return { background: backgroundOf(modelId), embeddingOf: vectorOf, now: () => time++ }
}
const cat = { id: 'my-cat', classes: [{ name: 'My cat', positives: [103, 101, 102], negatives: [201] }] }
const weightsOf = (classes: { name: string; positives: number[]; negatives?: number[] }[]) =>
  trainClassifier({ id: 'flowers', classes }, partsOf()).classes[0]!.weights
const embedding = (group: number, modelId = 'model-a') => ({ modelId, vector: member(group, 5555) })

test('a tagger is created, knows its subject and lists its examples', () => {
  const tagger = trainClassifier(cat, partsOf())
  expect(describeClassifier(tagger)).toEqual({
    id: 'my-cat',
    kind: 'tagger',
    version: 1,
    modelId: 'model-a',
    classes: [{ name: 'My cat', positives: 3, negatives: 1 }],
    createdMs: 1000,
    updatedMs: 1000,
  })
  expect(applyClassifier(tagger, embedding(1))).toEqual([{ name: 'My cat', confidence: expect.any(Number) }])
  expect(applyClassifier(tagger, embedding(3))).toEqual([])
})

test('photos of another tag of the tagger are counter-examples, unless both tags share a photo', () => {
  const [sunflower, lily] = [
    { name: 'Sunflower', positives: [101, 102, 103] },
    { name: 'Water lily', positives: [201, 202, 203] },
  ]
  const surely = (classes: { name: string; positives: number[] }[], group: number) =>
    applyClassifier(trainClassifier({ id: 'flowers', classes }, partsOf()), embedding(group)).find(
      ({ name }) => name === 'Sunflower',
    )?.confidence ?? 0
  expect(surely([sunflower, lily], 1)).toBeGreaterThan(50)
  expect(weightsOf([sunflower, lily])).not.toEqual(weightsOf([sunflower]))
  expect(weightsOf([sunflower, lily])).toEqual(weightsOf([{ ...sunflower, negatives: lily.positives }]))
  expect(weightsOf([sunflower, { ...lily, positives: [...lily.positives, 101] }])).toEqual(weightsOf([sunflower]))
})

test('few examples give low confidence, however similar a photo is', () => {
  const likest = (count: number) => {
    const classes = [{ name: 'Trunk', positives: upTo(count).map((n) => 101 + n) }]
    const tagger = trainClassifier({ id: 'trunk', classes }, partsOf())
    return applyClassifier(tagger, { modelId: 'model-a', vector: member(1, 101) })[0]!.confidence
  }
  expect(likest(1)).toBeLessThanOrEqual(100 * (2 / 3))
  expect(likest(3)).toBeLessThanOrEqual(80)
  expect(likest(30)).toBeGreaterThan(80)
})

test('two categories with one example each never exclude each other', () => {
  const classes = [
    { name: 'Sea', positives: [101] },
    { name: 'Wood', positives: [201] },
  ]
  const found = applyClassifier(
    trainClassifier({ id: 'places', kind: 'categorizer', classes }, partsOf()),
    embedding(1),
  )
  expect(found[0]!.name).toBe('Sea')
  expect(found[1]!.confidence).toBeGreaterThan(16)
  expect(found[0]!.confidence + found[1]!.confidence).toBeCloseTo(100, 6)
})

test('later examples count, and a former counter-example can become an example', () => {
  const parts = partsOf()
  const first = trainClassifier(cat, parts)
  const second = addExamples(
    first,
    [
      { name: 'my CAT', positives: [201, 104], negatives: [103] },
      { name: 'My boat', positives: [301], negatives: [] },
    ],
    parts,
  )
  expect(second).toMatchObject({ version: 2, createdMs: 1000, updatedMs: 1001 })
  expect(second.classes.map(({ name, positives, negatives }) => ({ name, positives, negatives }))).toEqual([
    { name: 'My cat', positives: [101, 102, 104, 201], negatives: [103] },
    { name: 'My boat', positives: [301], negatives: [] },
  ])
  expect(applyClassifier(second, embedding(3))[0]).toMatchObject({ name: 'My boat' })
})

test('learning again changes nothing without a difference, and creates a new version for another model', () => {
  const parts = partsOf()
  const tagger = trainClassifier(cat, parts)
  expect(retrainClassifier(tagger, parts)).toBe(tagger)
  const renewed = retrainClassifier(tagger, partsOf('model-b'))
  expect(renewed).toMatchObject({ version: 2, modelId: 'model-b' })
  expect(() => applyClassifier(tagger, embedding(1, 'model-b'))).toThrow('learned with the model model-a')
  expect(applyClassifier(renewed, embedding(1, 'model-b'))).toHaveLength(1)
})

test('an unanalysed example counts once it is analysed', () => {
  let isReady = false
  const parts: TrainingOptions = {
    ...partsOf(),
    embeddingOf: (id) => (id === 950 ? (isReady ? member(1, 950) : null) : vectorOf(id)),
  }
  const tagger = trainClassifier({ id: 'a', classes: [{ name: 'Cat', positives: [101, 950] }] }, parts)
  isReady = true
  expect(retrainClassifier(tagger, parts)).toMatchObject({ version: 2 })
})

test('categories of a categorizer sum to 100, and a photo moves to its last category', () => {
  const parts = partsOf()
  const made = trainClassifier(
    {
      id: 'trips',
      kind: 'categorizer',
      classes: [
        { name: 'Alps', positives: [101, 102] },
        { name: 'Sea', positives: [201, 202] },
      ],
    },
    parts,
  )
  const answers = applyClassifier(made, embedding(1))
  expect(answers[0]).toMatchObject({ name: 'Alps' })
  expect(answers.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(100, 6)
  const moved = addExamples(made, [{ name: 'Sea', positives: [102], negatives: [] }], parts)
  expect(moved.classes.map(({ positives }) => positives)).toEqual([[101], [102, 201, 202]])
})

test('the order of photos does not matter', { tags: 'night' }, () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 100, max: 140 }), { minLength: 1, maxLength: 10 }), (ids) => {
      const made = (positives: number[]) => trainClassifier({ id: 'a', classes: [{ name: 'A', positives }] }, partsOf())
      expect(made([...ids].reverse())).toEqual(made([...ids, ...ids]))
    }),
    { numRuns: 15 },
  )
})

const classes = [{ name: 'A', positives: [101] }]
test.for([
  ['an id with a slash', { id: 'a/b', classes }, 'bad-params', 'lower-case letters'],
  ['an id of 300 characters', { id: 'a'.repeat(300), classes }, 'bad-params', '64'],
  ['an empty id', { id: '', classes }, 'bad-params', '64'],
  ['the id of a built-in categorizer', { id: 'personal_photos', classes }, 'bad-params', 'comes with the program'],
  ['no tags', { id: 'a', classes: [] }, 'bad-params', 'classes'],
  ['no examples', { id: 'a', classes: [{ name: 'A', positives: [] }] }, 'bad-params', 'at least one photo'],
  [
    'an empty name',
    { id: 'a', classes: [{ name: '  ', positives: [101] }] },
    'bad-params',
    'classes[0].name must not be empty',
  ],
  ['a name of two lines', { id: 'a', classes: [{ name: 'a\nb', positives: [101] }] }, 'bad-params', 'one line'],
  [
    'a name given twice',
    { id: 'a', classes: [...classes, { name: 'a', positives: [102] }] },
    'bad-params',
    'is listed twice',
  ],
  [
    'a photo on both sides',
    { id: 'a', classes: [{ name: 'A', positives: [101, 102], negatives: [102] }] },
    'bad-params',
    'Photo 102',
  ],
  ['a photo id that is none', { id: 'a', classes: [{ name: 'A', positives: [-1] }] }, 'bad-params', 'positives'],
  ['a categorizer of one', { id: 'a', kind: 'categorizer', classes }, 'bad-params', 'at least two'],
  [
    'photos that are not analysed',
    { id: 'a', classes: [{ name: 'A', positives: [900, 901] }] },
    'not-analysed',
    'None of the examples',
  ],
] as const)('%s is refused', ([, lesson, code, message]) => {
  expect(() => trainClassifier(lesson, partsOf())).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  )
})

test('a damaged embedding is refused', () => {
  const tagger = trainClassifier(cat, partsOf())
  expect(() => applyClassifier(tagger, { modelId: 'model-a', vector: new Float32Array(48).fill(NaN) })).toThrow(
    'not finite',
  )
  expect(() => applyClassifier(tagger, { modelId: 'model-a', vector: new Float32Array(3) })).toThrow('3 values')
})
