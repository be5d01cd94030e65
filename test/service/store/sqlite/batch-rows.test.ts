import { expect, onTestFinished, test } from 'vitest'
import type { BatchStore, ClaimedPicture } from '../../../../src-main/service/ports/batch-store.ts'
import { openServiceStore } from '../../../../src-main/service/store/sqlite/service-store.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

const good = { results: { tags: { tags: [] } }, errors: {} }
const bad = { results: {}, errors: { tags: { code: 'not_found', message: 'It is gone.' } } }

function openStore(folder = tempFolder()): BatchStore {
  const store = openServiceStore(folder)
  onTestFinished(() => store.close())
  return store.batches
}

async function add(store: BatchStore, accountId: string, id: string, pictures: number, callbackUrl?: string) {
  const batch = { id, accountId, operations: { tags: { limit: 2 } }, callbackUrl: callbackUrl ?? null, createdMs: 5 }
  const images = Array.from({ length: pictures }, (_, n) => ({ image_url: `http://example.org/${id}/${n}` }))
  return store.add(batch, images, 3)
}

let claims = 0
const claim = (store: BatchStore, nowMs = 1000) =>
  store.claim({ claim: `c${++claims}`, nowMs, leaseUntilMs: nowMs + 100 })
const placeOf = (claimed: ClaimedPicture | undefined) => claimed && `${claimed.batch.id} ${claimed.number}`

test('accounts take turns, whoever has more batches and pictures', async () => {
  const store = openStore()
  await add(store, 'ada', 'a1', 4)
  await add(store, 'ada', 'a2', 1)
  await add(store, 'bob', 'b1', 2)
  const taken: (string | undefined)[] = []
  for (let n = 0; n < 8; n++) taken.push(placeOf(await claim(store)))
  expect(taken).toEqual(['a1 0', 'b1 0', 'a1 1', 'b1 1', 'a1 2', 'a1 3', 'a2 0', undefined])
})

test('what is claimed is nobody else’s until its time is over; then the first claim keeps nothing', async () => {
  const store = openStore()
  await add(store, 'ada', 'a1', 1)
  const first = (await claim(store))!
  expect([first.picture, first.batch.operations, first.tries]).toEqual([
    { image_url: 'http://example.org/a1/0' },
    { tags: { limit: 2 } },
    1,
  ])
  expect(await claim(store, 1099)).toBeUndefined()
  const second = (await claim(store, 1100))!
  expect(second.tries).toBe(2)
  expect(await store.finish(first, good, 1101)).toBe(false)
  expect(await store.finish(second, good, 1102)).toBe(true)
  expect(await store.finish(second, good, 1103)).toBe(false)
  expect(await store.find('ada', 'a1')).toMatchObject({ done: 1, failed: 0, endedMs: 1102 })
})

test('results come in order, up to the first picture that is not done', async () => {
  const store = openStore()
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

test('given back, waiting, released', async () => {
  const store = openStore()
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
  expect(placeOf(await claim(store, 3000))).toBe('a1 0')
})

test('limits, cancelling, telling and forgetting', async () => {
  const folder = tempFolder()
  const store = openStore(folder)
  expect([await add(store, 'ada', 'a1', 2, 'http://ada'), await add(store, 'ada', 'a2', 1)]).toEqual([true, true])
  expect([await add(store, 'ada', 'a3', 1), await add(store, 'ada', 'a4', 1)]).toEqual([true, false])
  const running = (await claim(store))!
  expect(await store.cancel('bob', 'a1', 50)).toBe(false)
  expect(await store.untold(9)).toEqual([])
  expect([await store.cancel('ada', 'a1', 50), await store.cancel('ada', 'a1', 51)]).toEqual([true, false])
  expect(await store.finish(running, good, 60)).toBe(false)
  expect(await store.find('ada', 'a1')).toMatchObject({ isCancelled: true, endedMs: 50, done: 0 })
  // another process sees the same
  const other = openStore(folder)
  expect(await other.untold(9)).toEqual([{ id: 'a1', url: 'http://ada' }])
  await other.markTold('a1')
  expect(await store.untold(9)).toEqual([])
  await store.removeEndedBefore(50)
  expect((await store.list('ada')).map(({ id }) => id)).toContain('a1')
  await store.removeEndedBefore(51)
  expect((await store.list('ada')).map(({ id }) => id)).not.toContain('a1')
  await store.removeAccount('ada')
  expect([await store.list('ada'), await claim(store)]).toEqual([[], undefined])
})
