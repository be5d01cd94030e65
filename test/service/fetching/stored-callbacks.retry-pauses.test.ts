import { expect, test } from 'vitest'
import { pauseAfter, PAUSES_MS } from '../../../src-main/service/fetching/stored-callbacks.ts'

test('pauses grow, each up to a fifth longer, and end after the last', () => {
  expect(PAUSES_MS.map((_pause, attempts) => pauseAfter(attempts, 0))).toEqual(PAUSES_MS)
  expect(PAUSES_MS.map((_pause, attempts) => pauseAfter(attempts, 1))).toEqual(PAUSES_MS.map((pause) => pause * 1.2))
  expect(pauseAfter(PAUSES_MS.length, 0)).toBeUndefined()
})
