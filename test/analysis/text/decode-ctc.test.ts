import { expect, test } from 'vitest'
import { decodeCtc } from '../../../src-main/analysis/models/adapters/ppocr.ts'

const characters = ['a', 'b', ' ']
/** Probabilities whose likeliest class at each step is this, with this value. */
const stepsOf = (...best: [kind: number, chance: number][]) =>
  Float32Array.from(best.flatMap(([kind, chance]) => [0, 1, 2, 3].map((k) => (k === kind ? chance : (1 - chance) / 3))))

test('repeated characters count once unless a blank separates them', () => {
  const chances = stepsOf([1, 0.9], [1, 0.9], [0, 0.9], [1, 0.8], [0, 0.9], [2, 0.75], [0, 0.9])
  const { text, confidence } = decodeCtc(chances, 4, characters)
  expect(text).toBe('aab')
  expect(confidence).toBeCloseTo((0.9 + 0.8 + 0.75) / 3)
})

test('a likely space between two characters is kept, and none at the ends', () => {
  const unsure = Float32Array.of(0.8, 0.08, 0, 0.12)
  const [a, b] = [stepsOf([1, 0.97]), stepsOf([2, 0.97])]
  expect(decodeCtc(Float32Array.of(...unsure, ...a, ...unsure, ...b, ...unsure), 4, characters).text).toBe('a b')
  expect(decodeCtc(stepsOf([1, 0.9], [3, 0.9], [2, 0.9]), 4, characters).text).toBe('a b')
})

test('blanks alone are not text', () => {
  expect(decodeCtc(stepsOf([0, 0.9], [0, 0.9]), 4, characters)).toEqual({ text: '', confidence: 0 })
})

test('a list of characters of another model is refused', () => {
  expect(() => decodeCtc(stepsOf([0, 0.9]), 4, ['a'])).toThrow(RangeError)
})
