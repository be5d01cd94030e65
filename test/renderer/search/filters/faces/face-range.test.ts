import { expect, test } from 'vitest'
import {
  describeFaces,
  faceChoices,
  isChoice,
  toggleChoice,
} from '../../../../../src-renderer/search/filters/faces/face-range.ts'

test('one choice holds at a time, and a second click clears it', () => {
  for (const choice of faceChoices) {
    const range = toggleChoice({}, choice)
    expect(faceChoices.filter((other) => isChoice(range, other))).toEqual([choice])
    expect(toggleChoice(range, choice)).toEqual({ facesFrom: undefined, facesTo: undefined })
  }
})

test.each([
  [undefined, 0, 'No faces'],
  [1, undefined, 'With faces'],
  [1, 1, '1 face'],
  [2, 2, '2 faces'],
  [3, undefined, '3 faces or more'],
])('from %s to %s is “%s”', (from, to, words) => {
  expect(describeFaces(from, to)).toBe(words)
})
