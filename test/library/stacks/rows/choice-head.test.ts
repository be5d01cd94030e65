import { expect, test } from 'vitest'
import {
  learnChoices,
  type Lesson,
  type StackChoice,
  tasteOf,
} from '../../../../src-main/library/stacks/rows/choice-head.ts'
import { type FrameQuality, suggestFrame, traits } from '../../../../src-main/library/stacks/rows/suggest-frame.ts'

const frame = (id: number, subject: number, openness: number): FrameQuality => ({
  id,
  isRejected: false,
  measured: {
    subject,
    eyes: null,
    faces: null,
    clippedFaces: null,
    openness,
    smile: null,
    away: null,
    exposure: { shadows: 0, highlights: 0, middle: 0.4 },
  },
})

test('the reason names a preference for open eyes over sharpness', () => {
  const choices = Array.from({ length: 24 }, (_, i): StackChoice => {
    const frames = [frame(10 * i + 1, 95, 0.1), frame(10 * i + 2, 38 + (i % 5), 0.95), frame(10 * i + 3, 40, 0.2)]
    return { frames, chosen: [1], others: [0, 2] }
  })
  const lesson = learnAll(choices)
  expect(lesson).toMatchObject({ choices: 24, agreement: { usual: 0, learned: 1 }, isUsed: true })
  expect(lesson.preferences[0]).toMatchObject({ taken: 'eyes-open', over: 'subject-sharper', of: 24 })
})

test('no preference, however strong, makes up for shut eyes', () => {
  const frames = [frame(1, 70, 0.95), { ...frame(2, 70, 0.02), content: seen(1) }, frame(3, 70, 0.1)]
  const all = frames.map((each) => ({ content: seen(0), ...each }))
  const taste = tasteOf({ traits: traits.map(() => -100), content: { model: 1, weights: [1e4, 0] } })
  expect(taste(all)).toEqual([-25, 25, -25])
  expect(suggestFrame(all, taste)?.id).toBe(1)
})

test('what shows in the bursts of one scene is not taken for a preference', () => {
  // In each of five scenes the chosen frame is the one with its own thing in the picture.
  const choices = Array.from({ length: 40 }, (_, i): StackChoice => {
    const scene = Math.floor(i / 8)
    const [plain, other] = [0, 1].map((k) => ({ ...frame(2 * i + k + 1, 70, 0.9), content: seen(k, 5, scene) }))
    return { frames: [plain!, other!], chosen: [1], others: [0] }
  })
  expect(learnAll(choices)).toMatchObject({ isUsed: false, head: null })
})

/** Content of a model, with this number at one place. */
const seen = (value: number, length = 2, place = 0): FrameQuality['content'] => ({
  model: 1,
  vector: Float32Array.from({ length }, (_, at) => (at === place ? value : 0)),
})

function learnAll(choices: readonly StackChoice[]): Lesson {
  const learning = learnChoices(choices)
  let step = learning.next()
  while (step.done !== true) step = learning.next()
  return step.value
}
