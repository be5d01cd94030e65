import { expect, test } from 'vitest'
import { trustClock } from '../../../src-main/library/removed/trust-clock.ts'

const DAY = 86_400_000

test('a clock that jumped is trusted once it continues from there', () => {
  const kept = new Map<string, string>()
  const settings = {
    getState: (key: string) => kept.get(key) ?? null,
    setState: (key: string, value: string | null) => void kept.set(key, value ?? ''),
  }
  const start = 1_700_000_000_000
  const at = (days: number) => trustClock(settings, start + days * DAY)
  expect([at(0), at(30), at(10_000), at(10_000), at(40), at(41)]).toEqual([true, true, false, true, false, true])
})
