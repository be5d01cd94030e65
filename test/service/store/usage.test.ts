import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Account } from '../../../src-main/service/ports/ports.ts'
import type { Usage } from '../../../src-main/service/ports/usage.ts'
import { addAccount } from '../temp-data.ts'
import { kinds, openStore } from './stores.ts'

const use = async (usage: Usage, account: Account, analyses = 1) => {
  const admission = await usage.enter(account, analyses)
  await admission.processed(analyses)
  await admission.leave()
}
const visit = async (usage: Usage, account: Account, analyses: number) => (await usage.enter(account, analyses)).leave()
const seconds = (...date: [number, number, number]) => Date.UTC(...date) / 1000

describe.each(kinds)('$name: counting', (kind) => {
  test('the report has days as texts, maps of days, and everything else as integers', async () => {
    const { store, clock } = await openStore(kind, Date.UTC(2026, 2, 2, 23, 59, 59, 900))
    const { usage } = store
    const account = await addAccount(store, { monthly: 50, concurrency: 7, requestsPerSecond: 20 })
    await use(usage, account)
    clock.ms = Date.UTC(2026, 2, 10, 12)
    await use(usage, account, 3)
    const open = await usage.enter(account, 2)
    expect(await usage.report(account)).toEqual({
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
    expect(await usage.reportV1(account)).toEqual({
      billable: { daily: 3, monthly: 4 },
      billing_period: { start: seconds(2026, 2, 1), end: seconds(2026, 3, 1) },
      last_request: `${seconds(2026, 2, 10) + 43_200}.000`,
      limits: { concurrency: 7, monthly: 50 },
      total: { daily: 2, monthly: 3 },
    })
    await open.leave()
    expect((await usage.report(account)).concurrency.now).toBe(0)
    expect(await usage.monthly(account)).toEqual({ limit: 50, remaining: 46, resetSeconds: seconds(2026, 3, 1) })
  })

  test('a plan without limits reports integers to typed clients, and words otherwise', async () => {
    const { store } = await openStore(kind)
    const account = await addAccount(store)
    const unlimited = 2_147_483_647
    expect(await store.usage.report(account)).toMatchObject({
      monthly_limit: unlimited,
      rps_limit: unlimited,
      last_usage: 0,
      daily: {},
    })
    expect(await store.usage.reportV1(account)).toMatchObject({ limits: { monthly: 'unlimited' } })
    expect(await store.usage.monthly(account)).toMatchObject({ limit: 'unlimited', remaining: 'unlimited' })
  })

  test('months and years change at midnight UTC; totals stay', async () => {
    const { store, clock } = await openStore(kind, Date.UTC(2026, 11, 31, 23, 59, 59, 999))
    const account = await addAccount(store)
    await use(store.usage, account)
    clock.ms += 1
    expect(await store.usage.report(account)).toMatchObject({
      billing_period_start: '1 of Jan, 2027',
      billing_period_end: '1 of Feb, 2027',
      daily: {},
      monthly: {},
      daily_processed: 0,
      weekly_processed: 1,
      total_processed: 1,
    })
  })

  test('counts are known to whoever opens the store next', { tags: 'night' }, async () => {
    const { store, another } = await openStore(kind)
    const account = await addAccount(store)
    for (let i = 0; i < 25; i++) await use(store.usage, account, 2)
    expect(await (await another()).usage.report(account)).toMatchObject({ total_processed: 50, total_requests: 25 })
  })

  test('accounts are counted separately', async () => {
    const { store } = await openStore(kind)
    const [one, two] = [await addAccount(store, {}, 'one'), await addAccount(store, {}, 'two')]
    await use(store.usage, one, 4)
    expect((await store.usage.report(one)).total_processed).toBe(4)
    expect((await store.usage.report(two)).total_processed).toBe(0)
  })

  test('more than was reserved, or after leaving, cannot be counted; leaving twice counts once', async () => {
    const { store } = await openStore(kind)
    const account = await addAccount(store)
    const [open, other] = [await store.usage.enter(account, 2), await store.usage.enter(account, 1)]
    await open.processed()
    await expect(open.processed(2)).rejects.toThrow('where room was made for 1')
    await open.leave()
    await open.leave()
    await expect(open.processed()).rejects.toThrow('where room was made for 0')
    expect(await store.usage.report(account)).toMatchObject({ total_processed: 1, concurrency: { now: 1 } })
    await other.leave()
  })

  test("a removed account's usage is deleted, and its last request is counted nowhere", async () => {
    const { store } = await openStore(kind)
    const account = await addAccount(store)
    const open = await store.usage.enter(account, 2)
    await store.accounts.remove(account.key, 9)
    expect(await store.usage.isBusy(account.id)).toBe(true)
    await store.usage.forget(account.id)
    expect(await store.usage.isBusy(account.id)).toBe(true)
    await open.processed()
    await open.leave()
    expect(await store.usage.isBusy(account.id)).toBe(false)
    await store.usage.forget(account.id)
    await addAccount(store, {}, account.id)
    expect(await store.usage.report(account)).toMatchObject({ total_processed: 0, total_requests: 0 })
  })
})

describe.each(kinds)('$name: limits', (kind) => {
  const refusal = async (entering: Promise<unknown>) => {
    const [outcome] = await Promise.allSettled([entering])
    return outcome.status === 'rejected' ? outcome.reason : null
  }

  test('one too many at once is 429, until one leaves', async () => {
    const { store } = await openStore(kind)
    const account = await addAccount(store, { concurrency: 2 })
    const [first] = [await store.usage.enter(account, 1), await store.usage.enter(account, 0)]
    expect(await refusal(store.usage.enter(account, 1))).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      message: expect.stringContaining('allows 2'),
    })
    await first.leave()
    await store.usage.enter(account, 1)
    expect((await store.usage.report(account)).total_requests).toBe(3)
  })

  test('one too many within a second is 429, at any moment of the clock', async () => {
    const { store, clock } = await openStore(kind)
    const account = await addAccount(store, { requestsPerSecond: 3 })
    for (const wait of [0, 600, 300]) {
      clock.ms += wait
      await visit(store.usage, account, 0)
    }
    clock.ms += 99
    expect(await refusal(store.usage.enter(account, 0))).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
    })
    clock.ms += 1
    await store.usage.enter(account, 0)
    clock.ms -= 3_600_000
    expect(await refusal(store.usage.enter(account, 0))).toBeNull()
  })

  test('a used-up day is 403 with the limit and its end, and free requests continue', async () => {
    const { store, clock } = await openStore(kind)
    const { usage } = store
    const account = await addAccount(store, { daily: 3 })
    await use(usage, account, 2)
    expect(await refusal(usage.enter(account, 2))).toMatchObject({
      status: 403,
      message: expect.stringMatching(/daily limit of 3 analyses .*1 analysis left .*needs 2.*2026-03-11 at 00:00 UTC/),
    })
    await use(usage, account)
    expect(await refusal(usage.enter(account, 1))).toMatchObject({
      status: 403,
      headers: {},
      message: expect.stringMatching(/daily limit of 3 analyses .*used up.*2026-03-11 at 00:00 UTC/),
    })
    await visit(usage, account, 0)
    clock.ms = Date.UTC(2026, 2, 11)
    await use(usage, account, 3)
    expect(await usage.report(account)).toMatchObject({ daily_processed: 3, monthly_processed: 6 })
  })

  test('a used-up month is 403 until the first of the next', async () => {
    const { store, clock } = await openStore(kind)
    const { usage } = store
    const account = await addAccount(store, { monthly: 2 })
    await use(usage, account, 2)
    clock.ms = Date.UTC(2026, 2, 31, 23, 59, 59)
    expect(await refusal(usage.enter(account, 1))).toMatchObject({
      status: 403,
      message: expect.stringContaining('2026-04-01 at 00:00 UTC'),
    })
    expect((await usage.monthly(account)).remaining).toBe(0)
    clock.ms = Date.UTC(2026, 3, 1)
    await use(usage, account)
  })

  test('the hold of active requests is 429 for others, and returned if they fail', async () => {
    const { store } = await openStore(kind)
    const { usage } = store
    const account = await addAccount(store, { monthly: 3 })
    const open = await usage.enter(account, 3)
    await open.processed()
    expect(await refusal(usage.enter(account, 1))).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
    await open.leave()
    await use(usage, account, 2)
    expect(await refusal(usage.enter(account, 1))).toMatchObject({ status: 403 })
  })

  test('more room is reserved when only the body tells how much, or refused like a new request', async () => {
    const { store } = await openStore(kind)
    const { usage } = store
    const account = await addAccount(store, { daily: 5 })
    const admission = await usage.enter(account, 0)
    expect(await refusal(admission.reserve(6))).toMatchObject({ status: 403 })
    await admission.reserve(4)
    expect(await refusal(usage.enter(account, 2))).toMatchObject({ status: 429 })
    await admission.processed(3)
    await expect(admission.processed(2)).rejects.toThrow('where room was made for 1')
    await admission.leave()
    expect((await usage.report(account)).daily_processed).toBe(3)
    await visit(usage, account, 2)
    expect(await usage.isBusy(account.id)).toBe(false)
  })

  test('simultaneous requests never exceed a quota or the number at once', { tags: 'night' }, async () => {
    const { store, another } = await openStore(kind)
    const account = await addAccount(store, { monthly: 7, concurrency: 5 })
    const nodes = kind.isForMany ? [store.usage, (await another()).usage] : [store.usage]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => nodes[i % nodes.length]!.enter(account, 1)),
    )
    const inside = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(inside).toHaveLength(5)
    for (const admission of inside) {
      await admission.processed()
      await admission.leave()
    }
    const rest = await Promise.allSettled(
      Array.from({ length: 5 }, (_, i) => nodes[i % nodes.length]!.enter(account, 1)),
    )
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await nodes.at(-1)!.report(account)).toMatchObject({
      monthly_processed: 5,
      monthly_requests: 7,
      concurrency: { now: 2 },
    })
  })

  test(
    'hundreds of simultaneous requests never exceed the quota, and successes are counted exactly',
    { tags: 'night' },
    async () => {
      const { store, another } = await openStore(kind)
      const account = await addAccount(store, { monthly: 157, concurrency: 40 })
      const nodes = kind.isForMany ? [store.usage, (await another()).usage] : [store.usage]
      let well = 0
      const request = async (number: number): Promise<void> => {
        const admission = await enterPatiently(nodes[number % nodes.length]!, account)
        if (admission === null) return
        for (let turn = 0; turn < number % 5; turn++) await setImmediate()
        if (number % 3 !== 0) {
          await admission.processed()
          well += 1
        }
        await admission.leave()
      }
      await Promise.all(Array.from({ length: 600 }, (_, number) => request(number)))
      expect(well).toBe(157)
      const report = await store.usage.report(account)
      expect(report).toMatchObject({ monthly_processed: 157, concurrency: { now: 0 } })
      expect(await (await another()).usage.report(account)).toEqual(report)
    },
  )
})

describe.each(kinds)('$name: requests under a key', (kind) => {
  const ask = async (usage: Usage, account: Account, key: string, analyses = 1) => {
    const admission = await usage.enter(account, analyses, { key })
    await admission.processed(analyses)
    await admission.leave()
  }
  const processed = async (usage: Usage, account: Account) => (await usage.report(account)).total_processed

  test(
    'a repeated request is counted once, by whichever process; each request is counted',
    { tags: 'night' },
    async () => {
      const { store, another } = await openStore(kind)
      const account = await addAccount(store)
      await ask(store.usage, account, 'one', 3)
      await ask(store.usage, account, 'one', 3)
      await ask(store.usage, account, 'two')
      await use(store.usage, account)
      const { usage } = await another()
      await ask(usage, account, 'one')
      expect(await usage.report(account)).toMatchObject({
        total_processed: 5,
        total_requests: 5,
        concurrency: { now: 0 },
      })
    },
  )

  test('one that failed, or counted nothing, leaves its key to the next', async () => {
    const { store } = await openStore(kind)
    const account = await addAccount(store)
    await (await store.usage.enter(account, 1, { key: 'one' })).leave()
    await ask(store.usage, account, 'one')
    expect(await processed(store.usage, account)).toBe(1)
  })

  test('of several at once one is counted, with all it did', { tags: 'night' }, async () => {
    const { store, another } = await openStore(kind)
    const account = await addAccount(store)
    const nodes = kind.isForMany ? [store.usage, (await another()).usage] : [store.usage]
    const open = await Promise.all(
      Array.from({ length: 8 }, (_, n) => nodes[n % nodes.length]!.enter(account, 3, { key: 'one' })),
    )
    await Promise.all(
      open.map(async (admission) => {
        await admission.processed(1)
        await admission.processed(2)
        await admission.leave()
      }),
    )
    expect(await store.usage.report(account)).toMatchObject({ total_processed: 3, concurrency: { now: 0 } })
  })

  test('a repetition needs no room in a used-up quota, and takes none', async () => {
    const { store } = await openStore(kind)
    const { usage } = store
    const account = await addAccount(store, { monthly: 2 })
    await ask(usage, account, 'one')
    const again = await usage.enter(account, 1, { key: 'one' })
    await again.processed()
    await expect(again.processed()).rejects.toThrow('where room was made for 0')
    await ask(usage, account, 'two') // beside it
    await again.leave()
    await ask(usage, account, 'one')
    await expect(usage.enter(account, 1, { key: 'three' })).rejects.toMatchObject({ status: 403 })
    expect(await usage.monthly(account)).toMatchObject({ remaining: 0 })
    expect(await processed(usage, account)).toBe(2)
  })

  test('a key belongs to one account and one day', async () => {
    const { store, clock } = await openStore(kind)
    const [one, two] = [await addAccount(store, {}, 'one'), await addAccount(store, {}, 'two')]
    await ask(store.usage, one, 'key')
    await ask(store.usage, two, 'key')
    expect(await processed(store.usage, two)).toBe(1)
    clock.ms += 86_400_000 - 1
    await ask(store.usage, one, 'key')
    expect(await processed(store.usage, one)).toBe(1)
    clock.ms += 1
    for (const key of ['a', 'b', 'key']) await ask(store.usage, one, key) // yesterday's are deleted when new ones come
    expect(await processed(store.usage, one)).toBe(4)
  })
})

/** Retries on 429, gives up on 403. */
async function enterPatiently(usage: Usage, account: Account) {
  for (;;) {
    try {
      return await usage.enter(account, 1)
    } catch (error) {
      const { status } = error as { status: number }
      if (status === 403) return null
      expect(status).toBe(429)
      await setImmediate()
    }
  }
}
