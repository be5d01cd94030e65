import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PersonWatch } from '../../../src-main/library/queue/person-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a person counts as working from their first action until some seconds after the last', () => {
  const heard: boolean[] = []
  const person = new PersonWatch((isAtWork) => heard.push(isAtWork))
  for (let at = 0; at < 5; at++) {
    person.note()
    vi.advanceTimersByTime(9_000)
  }
  expect(heard).toEqual([true])
  vi.advanceTimersByTime(2_000)
  expect(heard).toEqual([true, false])
  person.note()
  expect(heard).toEqual([true, false, true])
  person.close()
  vi.advanceTimersByTime(60_000)
  expect(heard).toEqual([true, false, true])
})
