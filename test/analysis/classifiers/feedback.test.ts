import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustByFeedback, type FeedbackEntry } from '../../../src-main/analysis/classifiers/adjust-by-feedback.ts'
import { createClusters } from '../../fixtures/clusters.ts'

const { member } = createClusters({ noise: 0.4 })
const photo = { modelId: 'model', vector: member(0, 1) }
const near = member(0, 2)
const far = member(3, 1)
const feedbackOn = (
  tag: string,
  verdict: FeedbackEntry['verdict'],
  vector = photo.vector,
  modelId = 'model',
): FeedbackEntry => ({ tag, verdict, modelId, vector })
const tags = [
  { name: 'Dog', concept: 'dog', confidence: 80 },
  { name: 'Wolf', concept: 'wolf', confidence: 30 },
]
const after = (...entries: FeedbackEntry[]) =>
  Object.fromEntries(adjustByFeedback(tags, photo, entries).map(({ name, confidence }) => [name, confidence]))

test('a tag called wrong nearly vanishes on the same photo, less on a similar one, not at all on others', () => {
  expect(after(feedbackOn('dog', 'wrong'))['Dog']).toBeLessThan(10)
  expect(after(feedbackOn('dog', 'wrong', near))['Dog']).toBeGreaterThan(10)
  expect(after(feedbackOn('dog', 'wrong', near))['Dog']).toBeLessThan(80)
  expect(after(feedbackOn('dog', 'wrong', far))).toEqual(after())
})

test('a tag called right rises, a missing one appears, and other fields stay', () => {
  expect(after(feedbackOn('wolf', 'right'))['Wolf']).toBeGreaterThan(90)
  expect(after(feedbackOn('Rex', 'added'))).toMatchObject({ Rex: expect.closeTo(86, 0), Dog: 80 })
  expect(adjustByFeedback(tags, photo, [feedbackOn('wolf', 'right')])[0]).toMatchObject({
    name: 'Wolf',
    concept: 'wolf',
  })
})

test('a tag can be judged by its concept or its name, and shows once', () => {
  const named = [{ name: 'ocean', concept: 'sea', confidence: 40 }]
  const result = adjustByFeedback(named, photo, [feedbackOn('sea', 'right'), feedbackOn('Ocean', 'right')])
  expect(result).toHaveLength(1)
  expect(result[0]!.confidence).toBeCloseTo(98.8, 1)
})

test("opposite judgements cancel, and another model's do not count", () => {
  expect(after(feedbackOn('dog', 'wrong'), feedbackOn('dog', 'right'))).toEqual(after())
  expect(after(feedbackOn('dog', 'wrong', photo.vector, 'other'))).toEqual(after())
  expect(after(feedbackOn('dog', 'wrong', new Float32Array(3)))).toEqual(after())
})

const entry = fc.record({
  tag: fc.constantFrom('dog', 'Wolf', 'Rex', 'wolf', 'REX'),
  verdict: fc.constantFrom('right' as const, 'wrong' as const, 'added' as const),
  modelId: fc.constant('model'),
  vector: fc.tuple(fc.nat(2), fc.nat(30)).map(([group, number]) => member(group, number)),
})

test('confidences stay within bounds, and the order of feedback does not matter', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 40 }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (entries, confidence) => {
        const given = [{ name: 'Dog', confidence }]
        const result = adjustByFeedback(given, photo, entries)
        for (const tag of result) {
          expect(tag.confidence).toBeGreaterThan(7)
          expect(tag.confidence).toBeLessThanOrEqual(Math.max(99, confidence))
        }
        expect(result.map((tag) => tag.confidence)).toEqual(result.map((tag) => tag.confidence).sort((a, b) => b - a))
        expect(adjustByFeedback(given, photo, [...entries].reverse())).toEqual(result)
      },
    ),
  )
})

test('right never lowers and wrong never raises', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 20 }),
      fc.double({ min: 8, max: 100, noNaN: true }),
      (entries, confidence) => {
        const judge = (verdict: 'right' | 'wrong') =>
          adjustByFeedback(
            [{ name: 'Dog', confidence }],
            photo,
            entries.map((one) => ({ ...one, tag: 'dog', verdict })),
          )[0]?.confidence ?? 0
        expect(judge('right')).toBeGreaterThanOrEqual(confidence)
        expect(judge('wrong')).toBeLessThanOrEqual(confidence)
      },
    ),
  )
})
