import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  CircuitBreaker,
  type CircuitBreakerOptions,
} from '../../../../src-main/engines/remote/limits/circuit-breaker.ts'

/** A breaker on a fake clock; back-offs last between 75 and 125 % of 100, 200, 400 ms. */
function open(options: Partial<CircuitBreakerOptions> = {}) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const onChange = vi.fn()
  const check = vi.fn(async () => true)
  const breaker = new CircuitBreaker({
    now: Date.now,
    check,
    onChange,
    firstBackOffMs: 100,
    longestBackOffMs: 400,
    ...options,
  })
  onTestFinished(() => breaker.stop())
  return { breaker, check, onChange }
}

test('a problem for a person stays until it is solved', async () => {
  const { breaker, check, onChange } = open()
  breaker.trip('refused', foreign('Enter the key again.'))
  await vi.advanceTimersByTimeAsync(10_000_000)
  expect([breaker.allowsRequests, breaker.condition, inEnglish(breaker.message)]).toEqual([
    false,
    'refused',
    'Enter the key again.',
  ])
  expect(check).not.toHaveBeenCalled()
  breaker.reset()
  expect([breaker.allowsRequests, inEnglish(breaker.message)]).toEqual([true, ''])
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('it may start tripped', () => {
  const { breaker } = open({ first: { condition: 'no-credentials', message: foreign('No key.') } })
  expect([breaker.allowsRequests, breaker.condition, inEnglish(breaker.message)]).toEqual([
    false,
    'no-credentials',
    'No key.',
  ])
})

test('after a back-off the service is checked, and used again if it is well', async () => {
  const { breaker, check } = open()
  breaker.backOff(foreign('It is down.'), null)
  expect([breaker.condition, breaker.allowsRequests]).toEqual(['unreachable', false])
  await vi.advanceTimersByTimeAsync(74)
  expect(check).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(51)
  expect(check).toHaveBeenCalledTimes(1)
  expect(breaker.allowsRequests).toBe(true)
})

test('each back-off in a row is longer, up to the longest; a success resets them', async () => {
  const { breaker, check } = open({ check: async () => false })
  const delays: number[] = []
  vi.spyOn(Math, 'random').mockReturnValue(0.5) // exactly 100 %
  onTestFinished(() => void vi.restoreAllMocks())
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((_run: () => void, ms: number) => {
    delays.push(ms)
    return { unref: () => ({}) as NodeJS.Timeout }
  }) as unknown as typeof setTimeout)
  for (let k = 0; k < 5; k++) breaker.backOff(foreign('It is down.'), null)
  breaker.noteSuccess()
  breaker.backOff(foreign('It is down.'), null)
  timers.mockRestore()
  expect(delays).toEqual([100, 200, 400, 400, 400, 100])
  expect(check).not.toHaveBeenCalled()
})

test('a longer pause requested by the service is kept', async () => {
  const { breaker, check } = open()
  breaker.backOff(foreign('Maintenance.'), 60_000)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(check).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(breaker.allowsRequests).toBe(true)
})

test('a service that is still down is left alone for longer', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => random.mockRestore())
  const check = vi.fn(async () => false)
  const { breaker } = open({ check })
  breaker.backOff(foreign('It is down.'), null)
  await vi.advanceTimersByTimeAsync(100)
  expect([check.mock.calls.length, breaker.condition, inEnglish(breaker.message)]).toEqual([
    1,
    'unreachable',
    'It is down.',
  ])
  await vi.advanceTimersByTimeAsync(199)
  expect(check).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(check).toHaveBeenCalledTimes(2)
})

test("a set time is kept, even one beyond a timer's maximum", async () => {
  const { breaker, check } = open()
  const untilMs = Date.now() + 2 ** 31 + 5000
  breaker.tripUntil('budget-spent', foreign('Next month.'), untilMs)
  await vi.advanceTimersByTimeAsync(2 ** 31 + 4000)
  expect([check.mock.calls.length, breaker.condition]).toEqual([0, 'budget-spent'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(breaker.allowsRequests).toBe(true)
})

test('if the check fails after a set time, it is repeated later, under the same condition', async () => {
  let isWell = false
  const { breaker } = open({ check: async () => isWell })
  breaker.tripUntil('budget-spent', foreign('Next month.'), Date.now() + 100)
  await vi.advanceTimersByTimeAsync(100)
  expect(breaker.condition).toBe('budget-spent')
  isWell = true
  await vi.advanceTimersByTimeAsync(400)
  expect(breaker.allowsRequests).toBe(true)
})

test('a trip during a check stays', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { breaker } = open({ check: () => promise })
  breaker.backOff(foreign('It is down.'), null)
  await vi.advanceTimersByTimeAsync(125)
  breaker.trip('refused', foreign('Enter the key again.'))
  resolve(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(breaker.condition).toBe('refused')
})

test('once stopped it allows nothing and wakes no more', async () => {
  const { breaker, check } = open()
  breaker.backOff(foreign('It is down.'), null)
  breaker.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  breaker.reset()
  expect([check.mock.calls.length, breaker.allowsRequests]).toEqual([0, false])
})
