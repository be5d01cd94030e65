import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnalysisStatus } from '../../../src-main/contract/library/analysis-status.ts'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import type { QueueProgress } from '../../../src-main/library/queue/analysis-queue.ts'
import { joinStatus, StatusPublisher } from '../../../src-main/library/queue/status-publisher.ts'

const still = { isScanning: false, scanned: 7 }
const idle: QueueProgress = {
  queue: 'running',
  isWorking: false,
  late: 0,
  isFollowing: false,
  analysed: 0,
  failed: 0,
  pending: 0,
  perSecond: 0,
  isWaiting: false,
  problem: null,
}
const join = (part: Partial<QueueProgress>, scan = still) =>
  joinStatus(scan, { ...idle, ...part } as QueueProgress, () => foreign('The budget is spent.'))

describe('the visible status', () => {
  test.each([
    [{}, 'idle'],
    [{ pending: 3 }, 'analysing'],
    [{ isWorking: true }, 'analysing'],
    [{ pending: 3, isWaiting: true }, 'idle'],
    [{ pending: 3, problem: foreign('The disk is full.') }, 'idle'],
    [{ pending: 3, queue: 'cancelled' as const }, 'idle'],
    [{ pending: 3, queue: 'paused' as const }, 'paused'],
  ])('%j is %s', (part, state) => expect(join(part).state).toBe(state))

  test('a scan is shown before the analysis, with its progress', () => {
    expect(join({ isWorking: true }, { isScanning: true, scanned: 7 })).toMatchObject({ state: 'scanning', scanned: 7 })
    expect(join({ queue: 'paused' }, { isScanning: true, scanned: 7 })).toMatchObject({ state: 'paused' })
    expect(join({})).toMatchObject({ scanned: 0 })
  })

  test('the time left follows from the speed, and is unknown without one', () => {
    const counts = { analysed: 5, failed: 1, pending: 4 }
    expect(join({ ...counts, perSecond: 1.237 })).toMatchObject({ total: 10, perSecond: 1.24, secondsLeft: 4 })
    expect(join(counts)).toMatchObject({ secondsLeft: null })
    expect(join({})).toMatchObject({ secondsLeft: 0 })
  })

  test('idle steps are reported apart from the analysis, and are not counted in its photos', () => {
    expect(join({ late: 5, isFollowing: true })).toMatchObject({
      state: 'idle',
      total: 0,
      late: { photos: 5, isRunning: true },
    })
    expect(join({})).not.toHaveProperty('late')
  })

  test('the reason for waiting for a service is given', () => {
    expect(join({ pending: 1, isWaiting: true }).waiting).toEqual(foreign('The budget is spent.'))
    expect(join({ pending: 1 })).not.toHaveProperty('waiting')
  })

  test('the reason for a failed save is given', () => {
    expect(join({ pending: 1, problem: foreign('The disk is full.') }).problem).toEqual(foreign('The disk is full.'))
    expect(join({ pending: 1 })).not.toHaveProperty('problem')
  })
})

describe('publishing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function createPublisher() {
    const events: LibraryEvent[] = []
    const present = { status: join({}) as AnalysisStatus }
    const hub = { publish: (event: LibraryEvent) => void events.push(event) }
    return { events, present, publisher: new StatusPublisher(hub, () => present.status, 250) }
  }

  test('the status is sent a few times a second while it changes, and not at all otherwise', () => {
    const { events, present, publisher } = createPublisher()
    for (let pending = 1; pending <= 50; pending++) {
      present.status = join({ pending })
      publisher.schedule()
      vi.advanceTimersByTime(10)
    }
    const counts = () => events.map((event) => event.type === 'analysis.changed' && event.status.pending)
    expect(counts()).toEqual([1, 25, 50])
    publisher.schedule()
    vi.advanceTimersByTime(1000)
    expect(counts()).toEqual([1, 25, 50])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a scan is announced before the folder is there, and its end although nothing reports it again', () => {
    const { events, present, publisher } = createPublisher()
    present.status = join({}, { isScanning: true, scanned: 0 })
    publisher.schedule()
    const states = () => events.map((event) => event.type === 'analysis.changed' && event.status.state)
    expect(states()).toEqual(['scanning'])
    publisher.schedule()
    present.status = join({})
    vi.advanceTimersByTime(1000)
    expect(states()).toEqual(['scanning', 'idle'])
  })

  test('nothing is sent after it is closed', () => {
    const { events, present, publisher } = createPublisher()
    publisher.schedule()
    present.status = join({ pending: 1 })
    publisher.close()
    publisher.schedule()
    vi.advanceTimersByTime(1000)
    expect(events).toHaveLength(1)
  })
})
