import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Account, Plan } from '../../../../src-main/service/ports/ports.ts'
import type { Admission, NamedByRequest, Usage } from '../../../../src-main/service/ports/usage.ts'
import type { ServiceStore } from '../../../../src-main/service/ports/service-store.ts'
import { useTestDatabase } from '../../../fixtures/postgres/open-test-postgres.ts'
import { hasPostgres } from '../../../fixtures/postgres/test-database.ts'

const plan: Plan = {
  name: 'test',
  title: 'Test',
  concurrency: 1000,
  daily: null,
  monthly: null,
  requestsPerSecond: null,
  pictureBytes: 1,
  uploadBytes: null,
}

describe.skipIf(!hasPostgres)('usage on PostgreSQL, over nodes', () => {
  const openNode = useTestDatabase()

  async function addAccount(store: ServiceStore, limits: Partial<Plan>): Promise<Account> {
    const id = randomUUID()
    const account = { id, name: 'Test', key: id, plan: { ...plan, ...limits }, createdMs: 0 }
    await store.accounts.add({ ...account, secretHash: 'scrypt$', plan: 'free' })
    return account
  }
  const openNodes = async (count: number, options = {}) => {
    const nodes = await Promise.all(Array.from({ length: count }, () => openNode(options)))
    return nodes.map(({ store }) => store)
  }
  const outcomes = async (entering: Promise<Admission>[]) => {
    const settled = await Promise.allSettled(entering)
    const inside = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const refused = settled.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as Error & { status: number }] : [],
    )
    return { inside, refused }
  }
  const enterOnAll = (usages: Usage[], account: Account, times: number) =>
    outcomes(Array.from({ length: times }, (_, n) => usages[n % usages.length]!.enter(account, 1)))

  test('simultaneous requests never exceed the plan, on any number of nodes', { tags: 'night' }, async () => {
    const stores = await openNodes(3)
    const account = await addAccount(stores[0]!, { concurrency: 5 })
    const usages = stores.map(({ usage }) => usage)
    const { inside, refused } = await enterOnAll(usages, account, 40)
    expect(inside).toHaveLength(5)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(refused[0]!.message).toContain('Too many requests at once')
    await Promise.all(inside.map((admission) => admission.leave()))
    expect((await usages[1]!.report(account)).concurrency.now).toBe(0)
    expect((await enterOnAll(usages, account, 5)).inside).toHaveLength(5)
  })

  test('a quota is used up exactly, including requests in progress', { tags: 'night' }, async () => {
    const stores = await openNodes(3)
    const account = await addAccount(stores[0]!, { monthly: 30, daily: 20 })
    const usages = stores.map(({ usage }) => usage)
    const { inside, refused } = await enterOnAll(usages, account, 50)
    expect(inside).toHaveLength(20)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    await Promise.all(inside.slice(0, 10).map(async (admission) => (await admission.processed(), admission.leave())))
    await Promise.all(inside.slice(10).map((admission) => admission.leave()))
    const again = await enterOnAll(usages, account, 50)
    expect(again.inside).toHaveLength(10)
    await Promise.all(again.inside.map(async (admission) => (await admission.processed(), admission.leave())))
    const last = await enterOnAll(usages, account, 3)
    expect(last.inside).toHaveLength(0)
    expect(last.refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await usages[2]!.report(account)).toMatchObject({ daily_processed: 20, daily_requests: 30 })
  })

  test('a rate is kept over the nodes, in every second', async () => {
    let at = Date.UTC(2026, 2, 10, 12)
    const stores = await openNodes(2, { now: () => at })
    const account = await addAccount(stores[0]!, { requestsPerSecond: 4 })
    const usages = stores.map(({ usage }) => usage)
    const count = async () => (await enterOnAll(usages, account, 6)).inside.length
    expect(await count()).toBe(4)
    at += 999
    expect(await count()).toBe(0)
    at += 1
    expect(await count()).toBe(4)
    at -= 60_000 // a clock set back locks nobody out
    expect(await count()).toBe(4)
  })

  test('more room is reserved during a request, and a refusal leaves it unchanged', async () => {
    const [a, b] = await openNodes(2)
    const account = await addAccount(a!, { monthly: 10 })
    const admission = await a!.usage.enter(account, 2)
    const other = await b!.usage.enter(account, 3)
    await admission.reserve(4)
    await expect(admission.reserve(2)).rejects.toMatchObject({ status: 429 })
    await admission.processed(6)
    await expect(admission.processed()).rejects.toThrow('room was made for 0')
    await admission.leave()
    await admission.leave()
    await other.leave()
    expect(await b!.usage.report(account)).toMatchObject({ monthly_processed: 6, monthly_requests: 2 })
    await expect(b!.usage.enter(account, 5)).rejects.toMatchObject({ status: 403 })
  })

  test("admission also finds the upload that a request names, if it is the account's", async () => {
    const [store] = await openNodes(1)
    const [account, other] = [await addAccount(store!, {}), await addAccount(store!, {})]
    const kept = { id: 'kept', accountId: account.id, filename: 'a.jpg', file: 'f', bytes: 3, pictureId: 'p' }
    await store!.uploads.add({ ...kept, createdMs: 1, expiresMs: 2 }, null)
    const enter = async (by: Account, named: NamedByRequest) => {
      const admission = await store!.usage.enter(by, 0, named)
      await admission.leave()
      return admission.upload
    }
    const row = { ...kept, createdMs: 1, expiresMs: 2, goneMs: null }
    expect(await enter(account, { uploadId: 'kept' })).toEqual(row)
    expect(await enter(account, { uploadId: 'kept', key: 'sent again' })).toEqual(row)
    for (const named of [{}, { uploadId: 'unknown' }]) expect(await enter(account, named)).toBeUndefined()
    expect(await enter(other, { uploadId: 'kept' })).toBeUndefined()
    await store!.uploads.markGone('kept', 9)
    expect(await enter(account, { uploadId: 'kept' })).toMatchObject({ goneMs: 9 })
  })

  test("a dead node's share is free after its lease, and not before", { tags: 'night' }, async () => {
    const [alive] = await openNodes(1)
    const account = await addAccount(alive!, { monthly: 3, concurrency: 2 })
    const { store: dead } = await openNode({ leaseMs: 1500, renewMs: 3_600_000 })
    await dead.usage.enter(account, 3)
    await expect(alive!.usage.enter(account, 1)).rejects.toMatchObject({ status: 429 })
    expect(await alive!.usage.isBusy(account.id)).toBe(true)
    await expect.poll(() => alive!.usage.isBusy(account.id)).toBe(false)
    await (await alive!.usage.enter(account, 3)).leave()
  })

  test('a request that lost its share is counted only if the plan still has room', { tags: 'night' }, async () => {
    const [alive] = await openNodes(1)
    const account = await addAccount(alive!, { monthly: 3 })
    const { store: late } = await openNode({ leaseMs: 300, renewMs: 3_600_000 })
    const [first, second] = [await late.usage.enter(account, 2), await late.usage.enter(account, 1)]
    await expect.poll(() => alive!.usage.isBusy(account.id)).toBe(false)
    const other = await alive!.usage.enter(account, 2)
    await first.processed(2)
    await expect(first.leave()).rejects.toMatchObject({ status: 429 })
    await second.processed()
    await second.leave() // there is room for this one
    await other.processed(2)
    await other.leave()
    expect(await alive!.usage.report(account)).toMatchObject({ monthly_processed: 3 })
    await expect(late.usage.enter(account, 1)).rejects.toMatchObject({ status: 403 })
  })

  test('a node that missed its time returns under another id', async () => {
    const { store } = await openNode({ leaseMs: 100, renewMs: 3_600_000 })
    const account = await addAccount(store, { concurrency: 1 })
    await store.usage.enter(account, 1)
    await expect.poll(() => store.usage.isBusy(account.id)).toBe(false)
    const admission = await store.usage.enter(account, 1)
    await admission.leave()
  })

  test('an account deleted meanwhile is admitted no more, and its work is not counted', async () => {
    const [a, b] = await openNodes(2)
    const account = await addAccount(a!, {})
    const admission = await a!.usage.enter(account, 1)
    await b!.accounts.remove(account.key, 5)
    expect(await b!.usage.isBusy(account.id)).toBe(true)
    await expect(b!.usage.enter(account, 1)).rejects.toMatchObject({ status: 401 })
    await admission.processed()
    await admission.leave()
    expect(await b!.usage.isBusy(account.id)).toBe(false)
    expect(await b!.accounts.listDeletionRecords()).toContain(account.id)
  })
})
