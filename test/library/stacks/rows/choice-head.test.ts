import { expect, test } from 'vitest'
import { learnChoices, type StackChoice } from '../../../../src-main/library/stacks/rows/choice-head.ts'
import type { FrameQuality } from '../../../../src-main/library/stacks/rows/suggest-frame.ts'

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
  const learning = learnChoices(choices)
  let step = learning.next()
  while (step.done !== true) step = learning.next()
  expect(step.value).toMatchObject({ choices: 24, agreement: { usual: 0, learned: 1 }, isUsed: true })
  expect(step.value.preferences[0]).toMatchObject({ taken: 'eyes-open', over: 'subject-sharper', of: 24 })
})
