import { describe, expect, test } from 'vitest'
import type { BatchStore, ClaimedPicture } from '../../../src-main/service/ports/batch-store.ts'
import { addAccount } from '../temp-data.ts'
import { kinds, openStore } from './stores.ts'

const good = { results: { tags: { tags: [] } }, errors: {} }
const bad = { results: {}, errors: { tags: { code: 'not_found', message: 'It is gone.' } } }

async function add(store: BatchStore, accountId: string, id: string, pictures: number, callbackUrl?: string) {
  const batch = { id, accountId, operations: { tags: { limit: 2 } }, callbackUrl: callbackUrl ?? null, createdMs: 5 }
  const images = Array.from({ length: pictures }, (_, n) => ({ image_url: `http://example.org/${id}/${n}` }))
  return store.add(batch, images, 3)
}

let claims = 0
const claim = (store: BatchStore, nowMs = 1000, leaseMs = 60_000) =>
  store.claim({ claim: `c${++claims}`, nowMs, leaseMs })
const placeOf = (claimed: ClaimedPicture | undefined) => claimed && `${claimed.batch.id} ${claimed.number}`

describe.each(kinds)('$name', (kind) => {
  test('accounts take turns, whoever has more batches and pictures', async () => {
    const { batches: store } = (await openStore(kind)).store
    await add(store, 'ada', 'a1', 4)
    await add(store, 'ada', 'a2', 1)
    await add(store, 'bob', 'b1', 2)
    const taken: (string | undefined)[] = []
    for (let n = 0; n < 8; n++) taken.push(placeOf(await claim(store)))
    expect(taken).toEqual(['a1 0', 'b1 0', 'a1 1', 'b1 1', 'a1 2', 'a1 3', 'a2 0', undefined])
  })

  test('a claimed picture belongs to nobody else while its lease lasts', async () => {
    const { batches: store } = (await openStore(kind)).store
    await add(store, 'ada', 'a1', 1)
    const claimed = (await claim(store))!
    expect(await claim(store)).toBeUndefined()
    expect(await store.finish(claimed, good, 1001)).toBe(true)
  })

  test('after its lease another may take it; then the first claim stores nothing', async () => {
    const { batches: store } = (await openStore(kind)).store
    await add(store, 'ada', 'a1', 1)
    const first = (await claim(store, 1000, 0))!
    expect([first.picture, first.batch.operations, first.tries]).toEqual([
      { image_url: 'http://example.org/a1/0' },
      { tags: { limit: 2 } },
      1,
    ])
    const second = (await claim(store))!
    expect(second.tries).toBe(2)
    expect(await store.finish(first, good, 1101)).toBe(false)
    expect(await store.finish(second, good, 1102)).toBe(true)
    expect(await store.finish(second, good, 1103)).toBe(false)
    expect(await store.find('ada', 'a1')).toMatchObject({ done: 1, failed: 0, endedMs: 1102 })
  })

  test('results come in order, up to the first unfinished picture', async () => {
    const { batches: store } = (await openStore(kind)).store
    await add(store, 'ada', 'a1', 4)
    const [zero, one, two, three] = [
      (await claim(store))!,
      (await claim(store))!,
      (await claim(store))!,
      (await claim(store))!,
    ]
    await store.finish(zero, good, 1)
    await store.finish(two, bad, 1)
    const numbers = async (from: number, limit = 10) =>
      (await store.records('a1', from, limit)).map(({ number }) => number)
    expect(await numbers(0)).toEqual([0])
    await store.finish(one, good, 1)
    expect([await numbers(0), await numbers(1, 1)]).toEqual([[0, 1, 2], [1]])
    expect((await store.records('a1', 2, 1))[0]!.findings).toEqual(bad)
    await store.finish(three, good, 7)
    expect(await numbers(3)).toEqual([3])
    expect(await store.find('ada', 'a1')).toMatchObject({ done: 4, failed: 1, endedMs: 7 })
  })

  test('returned, waiting, released', async () => {
    const { batches: store } = (await openStore(kind)).store
    await add(store, 'ada', 'a1', 1)
    await add(store, 'bob', 'b1', 1)
    await store.putBack((await claim(store))!, 2000, 'tried')
    await store.wait((await claim(store))!, 3000, 'The quota is used up.')
    expect(await claim(store, 1999)).toBeUndefined()
    expect(await store.find('bob', 'b1')).toMatchObject({ waitsUntilMs: 3000, waitsFor: 'The quota is used up.' })
    const again = (await claim(store, 2000))!
    expect([placeOf(again), again.tries]).toEqual(['a1 0', 2])
    const waited = (await claim(store, 3000))!
    expect([placeOf(waited), waited.tries]).toEqual(['b1 0', 1])
    await store.releaseAll()
    // one node's start takes nothing from the others
    expect(placeOf(await claim(store, 3000))).toBe(kind.isForMany ? undefined : 'a1 0')
  })

  test('limits, cancelling, notifying and forgetting', async () => {
    const { store: opened, another } = await openStore(kind)
    const store = opened.batches
    expect([await add(store, 'ada', 'a1', 2, 'http://ada'), await add(store, 'ada', 'a2', 1)]).toEqual([true, true])
    expect([await add(store, 'ada', 'a3', 1), await add(store, 'ada', 'a4', 1)]).toEqual([true, false])
    const running = (await claim(store))!
    expect(await store.cancel('bob', 'a1', 50)).toBe(false)
    expect(await store.dueCallbacks(9)).toEqual([])
    expect([await store.cancel('ada', 'a1', 50), await store.cancel('ada', 'a1', 51)]).toEqual([true, false])
    expect(await store.finish(running, good, 60)).toBe(false)
    expect(await store.find('ada', 'a1')).toMatchObject({ isCancelled: true, endedMs: 50, done: 0 })
    // another process sees the same
    const other = (await another()).batches
    expect(await other.dueCallbacks(9)).toEqual([{ id: 'a1', accountId: 'ada', url: 'http://ada' }])
    await other.markCalled('a1')
    expect(await store.dueCallbacks(9)).toEqual([])
    await store.removeEndedBefore(50)
    expect((await store.list('ada')).map(({ id }) => id)).toContain('a1')
    await store.removeEndedBefore(51)
    expect((await store.list('ada')).map(({ id }) => id)).not.toContain('a1')
    await store.removeAccount('ada')
    expect([await store.list('ada'), await claim(store)]).toEqual([[], undefined])
  })

  test('a picture is taken once, and a batch ends once, whichever process asks', { tags: 'night' }, async () => {
    const { store, another } = await openStore(kind)
    const nodes = [store.batches, (await another()).batches, (await another()).batches]
    for (const account of ['ada', 'bob', 'eve']) await add(store.batches, account, `${account}1`, 20)
    const taken: string[] = []
    const workOff = async (node: BatchStore) => {
      for (;;) {
        const claimed = await claim(node)
        if (claimed === undefined) return
        taken.push(placeOf(claimed)!)
        expect(await node.finish(claimed, good, 5)).toBe(true)
      }
    }
    await Promise.all([...nodes, ...nodes].map(workOff))
    expect([taken.length, new Set(taken).size]).toEqual([60, 60])
    for (const account of ['ada', 'bob', 'eve'])
      expect(await store.batches.find(account, `${account}1`)).toMatchObject({ done: 20, failed: 0, endedMs: 5 })
  })

  test('an account never exceeds its limit of open batches, even with simultaneous requests', async () => {
    const { store, another } = await openStore(kind)
    const nodes = [store.batches, (await another()).batches]
    const added = await Promise.all(Array.from({ length: 10 }, (_, n) => add(nodes[n % 2]!, 'ada', `a${n}`, 1)))
    expect(added.filter(Boolean)).toHaveLength(3)
    expect(await store.batches.list('ada')).toHaveLength(3)
  })

  test('batches are cancelled and accounts removed while others work on them', { tags: 'night' }, async () => {
    const { store, another } = await openStore(kind)
    const nodes = [store.batches, (await another()).batches]
    for (const id of ['a1', 'a2', 'a3']) await add(store.batches, 'ada', id, 30)
    await add(store.batches, 'bob', 'b1', 30)
    const workOff = async (node: BatchStore) => {
      for (let claimed = await claim(node); claimed !== undefined; claimed = await claim(node))
        await node.finish(claimed, bad, 5)
    }
    const working = Promise.all([...nodes, ...nodes].map(workOff))
    await store.batches.cancel('ada', 'a2', 9)
    await nodes[1]!.removeAccount('ada')
    await working
    expect(await store.batches.list('ada')).toEqual([])
    expect(await store.batches.find('bob', 'b1')).toMatchObject({ done: 30, failed: 30, endedMs: 5 })
  })

  test('a new batch is reported to every process until it stops listening', async () => {
    const { store, another } = await openStore(kind)
    const reported: string[] = []
    store.batches.onAdded(() => reported.push('ended'))()
    store.batches.onAdded(() => reported.push('here'))
    if (kind.isForMany) (await another()).batches.onAdded(() => reported.push('there'))
    await add(store.batches, 'ada', 'a1', 1)
    await expect.poll(() => reported.toSorted()).toEqual(kind.isForMany ? ['here', 'there'] : ['here'])
  })

  test('all batches that ended before a time are deleted, however many', async () => {
    const { batches } = (await openStore(kind)).store
    for (let n = 0; n < 23; n++) {
      await add(batches, 'ada', `a${n}`, 2)
      await batches.cancel('ada', `a${n}`, n)
    }
    await batches.removeEndedBefore(20)
    expect((await batches.list('ada')).map(({ id }) => id).toSorted()).toEqual(['a20', 'a21', 'a22'])
  })

  test('any text is stored unchanged', async () => {
    const { batches: store } = (await openStore(kind)).store
    const picture = { image_url: 'http://example.org/\0 \ud800 "ü" \\u0000' }
    const batch = { id: 'a1', accountId: 'ada', operations: { colors: {} }, callbackUrl: null, createdMs: 5 }
    await store.add(batch, [picture], 3)
    const claimed = (await claim(store))!
    const findings = { results: {}, errors: { colors: { code: 'bad_request', message: picture.image_url } } }
    await store.finish(claimed, findings, 6)
    expect([claimed.picture, await store.records('a1', 0, 9)]).toEqual([picture, [{ number: 0, picture, findings }]])
    expect(await store.records('a1', 1e15, 9)).toEqual([])
  })
})

describe.each(kinds)('$name: analyses in the background', (kind) => {
  test('hold their share of the quotas, count when they are done, and take no place of requests', async () => {
    const { store } = await openStore(kind)
    const account = await addAccount(store, { daily: 5, concurrency: 1, requestsPerSecond: 1 })
    const { usage } = store
    const held = [await usage.enterInBackground(account, 2), await usage.enterInBackground(account, 1)]
    const request = await usage.enter(account, 2)
    expect(await usage.report(account)).toMatchObject({ concurrency: { max: 1, now: 1 }, total_requests: 1 })
    await expect(usage.enterInBackground(account, 1)).rejects.toMatchObject({ status: 429 })
    await request.leave()
    expect(await usage.isBusy(account.id)).toBe(true)
    await held[0]!.processed(2)
    for (const admission of held) await admission.leave()
    expect(await usage.isBusy(account.id)).toBe(false)
    expect(await usage.report(account)).toMatchObject({ daily_processed: 2, total_requests: 1 })
    await expect(usage.enterInBackground(account, 4)).rejects.toMatchObject({ status: 403 })
  })
})

describe.each(kinds.filter(({ isForMany }) => isForMany))('$name on several nodes', (kind) => {
  test('the work of an ended node is free at once', { tags: 'night' }, async () => {
    const { store, another } = await openStore(kind)
    const other = await another()
    await add(store.batches, 'ada', 'a1', 2)
    const taken = [await claim(other.batches), await claim(store.batches)]
    expect([placeOf(taken[0]), placeOf(taken[1]), await claim(store.batches)]).toEqual(['a1 0', 'a1 1', undefined])
    await other.close()
    const again = (await claim(store.batches))!
    expect([placeOf(again), again.tries]).toEqual(['a1 0', 2])
    expect(await store.batches.finish(taken[0]!, good, 5)).toBe(false)
  })
})
