import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { join } from 'node:path'
import type { AnalysisOutcome, BlockedOutcome } from '../../../src-main/analysis/photo/findings.ts'
import { AnalysisQueue } from '../../../src-main/library/queue/analysis-queue.ts'
import { addNames, fingerprints, openForTest, statusOf } from '../catalog/library.ts'
import { createFakeEngine } from '../library/fake-engine.ts'

const found: AnalysisOutcome = {
  ok: true,
  findings: { thumbnail: new Uint8Array([1]), tags: [] },
  warnings: [],
}
const delayed = (by: BlockedOutcome['by']): BlockedOutcome => ({
  ok: false,
  code: 'blocked',
  by,
  reason: foreign(`Held by ${by}.`),
})

/**
 * A queue over a real catalogue with photos on a local disk and on a share; `outcomes` gives the outcome for a path.
 */
function openQueue() {
  const catalog = openForTest()
  const roots = { disk: join('/', 'disk'), share: join('/', 'share') }
  catalog.analysis.setSteps(fingerprints('v1'))
  const disk = addNames(catalog, catalog.folders.addRoot(roots.disk).id, ['a.jpg', 'b.jpg', 'c.jpg'])
  const share = addNames(catalog, catalog.folders.addRoot(roots.share).id, ['x.jpg', 'y.jpg', 'z.jpg'])
  const engine = createFakeEngine()
  const state = { tried: [] as string[], outcomeOf: (_path: string): AnalysisOutcome => found }
  engine.analyse = async ({ path }) => {
    state.tried.push(path)
    return state.outcomeOf(path)
  }
  const silent = () => undefined
  const queue = new AnalysisQueue({
    catalog,
    engine,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    index: silent,
    ingest: { recheck: async () => undefined },
    isUnchanged: async () => true,
    hub: { photosChanged: silent },
  })
  onTestFinished(() => queue.close(1000))
  const statuses = (ids: readonly number[]) => ids.map((id) => statusOf(catalog, id))
  return { queue, state, roots, disk: () => statuses(disk), share: () => statuses(share) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('delayed photos', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each(['engine', 'disk'] as const)(
    'by the %s stay pending, give the reason, and resume by themselves',
    async (by) => {
      const { queue, state, disk, share } = openQueue()
      state.outcomeOf = () => delayed(by)
      queue.start()
      await settle()
      expect([...disk(), ...share()]).toEqual(Array(6).fill('pending'))
      expect(queue.progress()).toMatchObject({
        isWorking: false,
        pending: 6,
        failed: 0,
        problem: foreign(`Held by ${by}.`),
      })
      const tried = state.tried.length
      await vi.advanceTimersByTimeAsync(31_000)
      expect(state.tried.length - tried).toBe(5)
      state.outcomeOf = () => found
      await vi.advanceTimersByTimeAsync(60_000)
      expect([...disk(), ...share()]).toEqual(Array(6).fill('ready'))
      expect(queue.progress()).toMatchObject({ pending: 0, failed: 0, problem: null })
    },
  )

  test('by a hanging share wait for it, and photos on other disks continue', async () => {
    const { queue, state, roots, disk, share } = openQueue()
    state.outcomeOf = (path) => (path.startsWith(roots.share) ? delayed('file') : found)
    let isIdle = false
    const idle = queue.idle().then(() => (isIdle = true))
    await settle()
    expect([disk(), share()]).toEqual([Array(3).fill('ready'), Array(3).fill('pending')])
    expect(queue.progress()).toMatchObject({ pending: 3, failed: 0, problem: foreign('Held by file.') })
    const tried = state.tried.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.tried.length - tried).toBeLessThanOrEqual(10)
    expect([isIdle, share()]).toEqual([false, Array(3).fill('pending')])
    state.outcomeOf = () => found
    await vi.advanceTimersByTimeAsync(300_000)
    await idle
    expect(share()).toEqual(Array(3).fill('ready'))
    expect(queue.progress()).toMatchObject({ pending: 0, problem: null })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('by one bad spot of the disk, again and again while others are read, fail with that reason', async () => {
    const { queue, state, disk, share } = openQueue()
    state.outcomeOf = (path) => (path.endsWith('b.jpg') ? delayed('file') : found)
    queue.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([disk(), share()]).toEqual([['ready', 'failed', 'ready'], Array(3).fill('ready')])
    expect(state.tried.filter((path) => path.endsWith('b.jpg'))).toHaveLength(3)
    expect(queue.progress()).toMatchObject({ pending: 0, analysed: 5, failed: 1, problem: null })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('are retried at once on request', async () => {
    const { queue, state, share } = openQueue()
    state.outcomeOf = () => delayed('file')
    queue.start()
    await vi.advanceTimersByTimeAsync(100_000)
    state.outcomeOf = () => found
    queue.resume()
    await settle()
    expect(share()).toEqual(Array(3).fill('ready'))
  })
})
