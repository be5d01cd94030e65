import { describe, expect, onTestFinished, test } from 'vitest'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { ObjectStoreError } from '../../../src-main/service/ports/object-store.ts'
import { shareStates } from '../../../src-main/service/trained-states/share-states.ts'
import { folderObjects } from '../objects/open-test-objects.ts'
import { openStore, silentLog } from '../temp-data.ts'
import { keysOf, openStates, trainingOf, watch } from './open-test-states.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A clock that a test moves; everything due by then is started. */
function testClock(startMs: number) {
  const waiting = new Set<{ atMs: number; work: () => void }>()
  const clock = { ms: startMs }
  return {
    now: () => clock.ms,
    after: (ms: number, work: () => void) => {
      const entry = { atMs: clock.ms + ms, work }
      waiting.add(entry)
      return () => void waiting.delete(entry)
    },
    /** In steps, since a wait may be split into shorter ones. */
    pass(ms: number) {
      const endMs = clock.ms + ms
      while (clock.ms < endMs) {
        clock.ms = Math.min(endMs, ...[...waiting].map(({ atMs }) => Math.max(atMs, clock.ms + 1)))
        const due = [...waiting].filter(({ atMs }) => atMs <= clock.ms)
        for (const entry of due) if (waiting.delete(entry)) entry.work()
      }
    },
  }
}

/** Two nodes' states on a folder of objects, with one node's jobs. */
async function openShared({ startMs = Date.now() } = {}) {
  const clock = testClock(startMs)
  const objects = await folderObjects()
  const deleting: string[] = []
  const sweeps: string[] = []
  const inUse: string[] = []
  const faults = { away: 0 }
  const store = {
    title: objects.title,
    put: objects.put.bind(objects),
    read: objects.read.bind(objects),
    find: objects.find.bind(objects),
    list: (prefix: string) => (sweeps.push(prefix), objects.list(prefix)),
    close: objects.close.bind(objects),
    delete: async (key: string) => {
      deleting.push(key)
      if (faults.away-- > 0) throw new ObjectStoreError('away', 'away')
      return objects.delete(key)
    },
  }
  const place = await openStates(store)
  const jobs = new EmbeddedJobs({ rows: openStore().jobs, log: silentLog, clock })
  const [states] = await shareStates([place], { jobs, inUse: async () => inUse, log: silentLog, now: clock.now })
  onTestFinished(() => jobs.close())
  return { clock, objects, states: states!, other: await openStates(objects), inUse, deleting, sweeps, faults }
}

describe('an unreferenced state', () => {
  test('is found by other nodes for ten minutes, then deleted', async () => {
    const { clock, objects, states, other } = await openShared()
    const name = await states.build(trainingOf(1, 20), watch())
    const inMemory = await states.open(name, 'categories')
    await states.remove(name)
    expect(await states.open(name, 'categories')).not.toBe(inMemory) // that was freed
    clock.pass(9 * MINUTE)
    await new Promise(setImmediate)
    expect(await other.open(name, 'categories')).not.toBeNull()
    clock.pass(MINUTE)
    await expect.poll(() => keysOf(objects)).toEqual([])
  })

  test('is deleted later if the store is down by then', async () => {
    const { clock, objects, states, deleting, faults } = await openShared()
    await states.remove(await states.build(trainingOf(1, 20), watch()))
    faults.away = 1
    clock.pass(10 * MINUTE)
    await expect.poll(() => deleting).toHaveLength(1)
    expect(await keysOf(objects)).toHaveLength(1)
    await expect.poll(() => (clock.pass(MINUTE), keysOf(objects))).toEqual([])
  })

  test(
    'left by a crash is deleted by the first sweep that finds it older than a day; a state in use stays',
    { tags: 'night' },
    async () => {
      const { clock, objects, states, inUse, sweeps } = await openShared({ startMs: Date.now() - DAY / 2 })
      const names = [await states.build(trainingOf(1, 20), watch()), await states.build(trainingOf(2, 20), watch())]
      inUse.push(names[1]!)
      await expect.poll(() => sweeps).toHaveLength(1)
      await expect.poll(() => (clock.pass(60 * MINUTE), sweeps)).toHaveLength(2)
      clock.pass(20 * MINUTE)
      await new Promise(setImmediate)
      expect(await keysOf(objects)).toHaveLength(2) // another node may be about to switch to it
      await expect.poll(() => (clock.pass(60 * MINUTE), keysOf(objects))).toEqual([`snapshots/${names[1]}`])
      expect(sweeps.length).toBeGreaterThan(2)
    },
  )
})
