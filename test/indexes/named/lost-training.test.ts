import { expect, onTestFinished, test } from 'vitest'
import { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import type { Trainer } from '../../../src-main/indexes/named/training-queue.ts'
import { openIndexStore } from '../../../src-main/indexes/store/sqlite/open-index-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { vectorOf } from './fixture.ts'

const shades = { owner: 'ada', kind: 'colors', indexId: 'shades' } as const
const silent = { warn: () => {}, error: () => {} }

/**
 * Indexes whose trainings the test itself does; each stops within until `goOn`, or fails with the error thrown there.
 */
async function openByHand() {
  const store = openIndexStore(tempFolder('lost'))
  const requested: number[] = []
  const removed: string[] = []
  const begun: { goOn(): void; fail(error: Error): void }[] = []
  let trainer: Trainer | undefined
  const indexes = await Indexes.open(store, {
    now: Date.now,
    log: silent,
    queue: {
      request: async (row) => void requested.push(row),
      begin: async (given) => void (trainer = given),
      isPassing: (error) => (error as Error).message === 'away',
    },
    states: {
      has: () => true,
      async build({ entries, pages }) {
        for await (const _page of pages(10));
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        begun.push({ goOn: resolve, fail: reject })
        await promise
        return `state of ${entries}`
      },
      open: async () => null,
      remove: async (name) => void removed.push(name),
      sweep: async () => {},
    },
  })
  onTestFinished(() => indexes.close())
  await indexes.save(shades, 'one', vectorOf(1))
  const ticket = await indexes.train(shades)
  const train = async (signal = new AbortController().signal) => {
    const before = begun.length
    const ended = trainer!.train(requested[0]!, signal).then(
      () => 'done',
      (error: Error) => error.message,
    )
    await expect.poll(() => begun.length).toBe(before + 1)
    return { ended, ...begun[before]! }
  }
  const stateOf = async (id = ticket) => (await indexes.ticket(id, 'ada')).ticket_result
  const snapshots = async () => (await store.indexes.snapshots()).map(({ snapshot }) => snapshot)
  return { indexes, train, trainer: trainer!, requested, removed, stateOf, snapshots }
}

test('a training that another one took over switches nothing and ends no ticket', async () => {
  const { train, stateOf, snapshots, removed } = await openByHand()
  const taken = new AbortController()
  const { ended, goOn } = await train(taken.signal)
  taken.abort(new Error('taken'))
  goOn()
  expect(await ended).toBe('taken')
  expect([await stateOf(), await snapshots(), removed]).toMatchObject([{ state: 'training' }, [], ['state of 1']])
})

test('a late one, unaware of that, leaves the newer state in place', async () => {
  const { indexes, train, stateOf, snapshots, removed } = await openByHand()
  const late = await train()
  await indexes.save(shades, 'two', vectorOf(2))
  const newer = await train()
  newer.goOn()
  expect(await newer.ended).toBe('done')
  late.goOn()
  expect(await late.ended).toBe('done')
  expect([await snapshots(), removed, (await stateOf()).entries]).toEqual([['state of 2'], ['state of 1'], 2])
  expect(await indexes.metadata(shades)).toMatchObject({ trained_entries: 2, pending: 0 })
})

test('a passing problem leaves the ticket open for the next time, a lasting one fails it', async () => {
  const { train, stateOf } = await openByHand()
  const first = await train()
  first.fail(new Error('away'))
  expect([await first.ended, (await stateOf()).state]).toEqual(['away', 'training'])
  const second = await train()
  second.fail(new Error('broken'))
  expect(await second.ended).toBe('done')
  expect(await stateOf()).toMatchObject({ state: 'failed', text: expect.stringContaining('broken') })
})

test('giving up fails those who were waiting, and later ones are trained', async () => {
  const { indexes, train, trainer, stateOf, requested } = await openByHand()
  const taken = new AbortController()
  const { goOn } = await train(taken.signal)
  taken.abort()
  const later = await indexes.train(shades)
  const before = requested.length
  await trainer.giveUp(requested[0]!)
  expect(await stateOf()).toMatchObject({ state: 'failed', text: expect.stringContaining('twice') })
  expect([(await stateOf(later)).state, requested.length]).toEqual(['waiting', before + 1])
  goOn()
})
