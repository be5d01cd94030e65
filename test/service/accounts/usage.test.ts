import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { StoredUsage } from '../../../src-main/service/accounts/usage.ts'
import type { Account, Usage } from '../../../src-main/service/ports/ports.ts'
import { addAccount, copyAsCrashed, openData, openStore } from '../temp-data.ts'

const use = (usage: Usage, account: Account, analyses = 1) => {
  const admission = usage.enter(account, analyses)
  admission.processed(analyses)
  admission.leave()
}
const seconds = (...date: [number, number, number]) => Date.UTC(...date) / 1000

describe('counting', () => {
  test('the report has days as texts, maps of days, and all else as integers', () => {
    const { usage, store, clock } = openData({ startMs: Date.UTC(2026, 2, 2, 23, 59, 59, 900) })
    const account = addAccount(store, { monthly: 50, concurrency: 7, requestsPerSecond: 20 })
    use(usage, account)
    clock.ms = Date.UTC(2026, 2, 10, 12)
    use(usage, account, 3)
    const open = usage.enter(account, 2)
    expect(usage.report(account)).toEqual({
      billing_period_start: '1 of Mar, 2026',
      billing_period_end: '1 of Apr, 2026',
      daily_for: '10 of Mar, 2026',
      concurrency: { max: 7, now: 1 },
      daily: { [seconds(2026, 2, 10)]: 3 },
      daily_processed: 3,
      daily_requests: 2,
      weekly: { [seconds(2026, 2, 10)]: 3 },
      weekly_processed: 3,
      weekly_requests: 2,
      monthly: { [seconds(2026, 2, 2)]: 1, [seconds(2026, 2, 10)]: 3 },
      monthly_limit: 50,
      monthly_processed: 4,
      monthly_requests: 3,
      total_processed: 4,
      total_requests: 3,
      last_usage: seconds(2026, 2, 10) + 43_200,
      rps_limit: 20,
    })
    expect(usage.reportV1(account)).toEqual({
      billable: { daily: 3, monthly: 4 },
      billing_period: { start: seconds(2026, 2, 1), end: seconds(2026, 3, 1) },
      last_request: `${seconds(2026, 2, 10) + 43_200}.000`,
      limits: { concurrency: 7, monthly: 50 },
      total: { daily: 2, monthly: 3 },
    })
    open.leave()
    expect(usage.report(account).concurrency.now).toBe(0)
    expect(usage.monthly(account)).toEqual({ limit: 50, remaining: 46, resetSeconds: seconds(2026, 3, 1) })
  })

  test('a plan without limits reports integers too', () => {
    const { usage, store } = openData()
    const account = addAccount(store)
    expect(usage.report(account)).toMatchObject({
      monthly_limit: 2_147_483_647,
      rps_limit: 2_147_483_647,
      last_usage: 0,
      daily: {},
    })
    expect(usage.monthly(account)).toMatchObject({ limit: 2_147_483_647, remaining: 2_147_483_647 })
  })

  test('months and years turn at midnight UTC; totals stay', () => {
    const { usage, store, clock } = openData({ startMs: Date.UTC(2026, 11, 31, 23, 59, 59, 999) })
    const account = addAccount(store)
    use(usage, account)
    clock.ms += 1
    expect(usage.report(account)).toMatchObject({
      billing_period_start: '1 of Jan, 2027',
      billing_period_end: '1 of Feb, 2027',
      daily: {},
      monthly: {},
      daily_processed: 0,
      weekly_processed: 1,
      total_processed: 1,
    })
  })

  test('what was counted is on the disk at once: a copy of the files after a crash has all of it', () => {
    const { usage, store, dataDir, now } = openData()
    const account = addAccount(store)
    for (let i = 0; i < 25; i++) use(usage, account, 2)
    usage.enter(account, 5).processed(3)
    const after = new StoredUsage({ store: openStore(copyAsCrashed(dataDir)), now })
    expect(after.report(account)).toMatchObject({ total_processed: 53, total_requests: 26, concurrency: { now: 0 } })
  })

  test('accounts are counted apart', () => {
    const { usage, store } = openData()
    const [one, two] = [addAccount(store, {}, 'one'), addAccount(store, {}, 'two')]
    use(usage, one, 4)
    expect([usage.report(one).total_processed, usage.report(two).total_processed]).toEqual([4, 0])
  })

  test('more than was reserved, or after leaving, cannot be counted; leaving twice is leaving once', () => {
    const { usage, store } = openData()
    const account = addAccount(store)
    const [open, other] = [usage.enter(account, 2), usage.enter(account, 1)]
    open.processed()
    expect(() => open.processed(2)).toThrow()
    open.leave()
    open.leave()
    expect(() => open.processed()).toThrow()
    expect(usage.report(account)).toMatchObject({ total_processed: 1, concurrency: { now: 1 } })
    other.leave()
  })
})

describe('limits', () => {
  const refusal = (act: () => unknown) => {
    try {
      act()
      return null
    } catch (error) {
      return error as { status: number; message: string; headers: Record<string, string> }
    }
  }

  test('one too many at once is 429, until one leaves', () => {
    const { usage, store } = openData()
    const account = addAccount(store, { concurrency: 2 })
    const [first] = [usage.enter(account, 1), usage.enter(account, 0)]
    expect(refusal(() => usage.enter(account, 1))).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      message: expect.stringContaining('allows 2'),
    })
    first.leave()
    usage.enter(account, 1)
    expect(usage.report(account).total_requests).toBe(3)
  })

  test('one too many in a second is 429, whatever second of the clock it is', () => {
    const { usage, store, clock } = openData()
    const account = addAccount(store, { requestsPerSecond: 3 })
    for (const wait of [0, 600, 300]) {
      clock.ms += wait
      usage.enter(account, 0).leave()
    }
    clock.ms += 99
    expect(refusal(() => usage.enter(account, 0))).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
    clock.ms += 1
    usage.enter(account, 0)
    clock.ms -= 3_600_000
    expect(refusal(() => usage.enter(account, 0))).toBeNull()
  })

  test('a used-up day is 403 with the limit and the time it ends, and what costs nothing goes on', () => {
    const { usage, store, clock } = openData()
    const account = addAccount(store, { daily: 3 })
    use(usage, account, 2)
    expect(refusal(() => usage.enter(account, 2))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/daily limit of 3 analyses .*1 analysis left .*needs 2.*2026-03-11 at 00:00 UTC/),
    })
    use(usage, account)
    expect(refusal(() => usage.enter(account, 1))).toMatchObject({
      status: 403,
      headers: {},
      message: expect.stringMatching(/daily limit of 3 analyses .*used up.*2026-03-11 at 00:00 UTC/),
    })
    usage.enter(account, 0).leave()
    clock.ms = Date.UTC(2026, 2, 11)
    use(usage, account, 3)
    expect(usage.report(account)).toMatchObject({ daily_processed: 3, monthly_processed: 6 })
  })

  test('a used-up month is 403 until the first of the next', () => {
    const { usage, store, clock } = openData()
    const account = addAccount(store, { monthly: 2 })
    use(usage, account, 2)
    clock.ms = Date.UTC(2026, 2, 31, 23, 59, 59)
    expect(refusal(() => usage.enter(account, 1))).toMatchObject({
      status: 403,
      message: expect.stringContaining('2026-04-01 at 00:00 UTC'),
    })
    expect(usage.monthly(account).remaining).toBe(0)
    clock.ms = Date.UTC(2026, 3, 1)
    use(usage, account)
  })

  test('what requests under way hold is 429 for others, and given back where they fail', () => {
    const { usage, store } = openData()
    const account = addAccount(store, { monthly: 3 })
    const open = usage.enter(account, 3)
    open.processed()
    expect(refusal(() => usage.enter(account, 1))).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      message: expect.stringContaining('(2 analyses)'),
    })
    open.leave()
    use(usage, account, 2)
    expect(refusal(() => usage.enter(account, 1))).toMatchObject({ status: 403 })
  })

  test('room for more is made where only the body tells how much is needed, or refused like that of a new request', () => {
    const { usage, store } = openData()
    const account = addAccount(store, { daily: 5 })
    const admission = usage.enter(account, 0)
    expect(() => admission.reserve(6)).toThrow(expect.objectContaining({ status: 403 }))
    admission.reserve(4)
    expect(() => usage.enter(account, 2)).toThrow(expect.objectContaining({ status: 429 }))
    admission.processed(3)
    expect(() => admission.processed(2)).toThrow('where room was made for 1')
    admission.leave()
    expect(usage.report(account).daily_processed).toBe(3)
    usage.enter(account, 2).leave()
    expect(usage.isBusy(account.id)).toBe(false)
  })

  test('hundreds of requests at once never pass the quota and count exactly what went well', async () => {
    const { usage, store, dataDir, now } = openData()
    const account = addAccount(store, { monthly: 157, concurrency: 40 })
    let well = 0
    const request = async (number: number): Promise<void> => {
      const admission = await enterPatiently(usage, account)
      if (admission === null) return
      for (let turn = 0; turn < number % 5; turn++) await setImmediate()
      if (number % 3 !== 0) {
        admission.processed()
        well += 1
      }
      admission.leave()
    }
    await Promise.all(Array.from({ length: 600 }, (_, number) => request(number)))
    expect(well).toBe(157)
    expect(usage.report(account)).toMatchObject({ monthly_processed: 157, concurrency: { now: 0 } })
    const reread = new StoredUsage({ store: openStore(dataDir), now }).report(account)
    expect(reread).toEqual(usage.report(account))
  })
})

/** Tries again on 429, gives up on 403. */
async function enterPatiently(usage: Usage, account: Account) {
  for (;;) {
    try {
      return usage.enter(account, 1)
    } catch (error) {
      const { status } = error as { status: number }
      if (status === 403) return null
      expect(status).toBe(429)
      await setImmediate()
    }
  }
}
