import { expect, onTestFinished, test, vi } from 'vitest'
import type { Account, HeldPicture } from '../../../src-main/service/ports/ports.ts'
import { openAnalysis } from '../../../src-main/service/analysis/analysis.ts'
import type { PoolLimits } from '../../../src-main/compute/host/pool-options.ts'
import { answerTo, FakeProcess, type GivenTask, pathOf } from '../../compute/host/fake-process.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

/** A service's engine whose processes answer when the test says so. */
function open({ processes = 2, ...limits }: Partial<PoolLimits> & { processes?: number } = {}) {
  const given: GivenTask[] = []
  const started: FakeProcess[] = []
  const analysis = openAnalysis({
    resourcesDir,
    modelsDir: 'no-such-folder',
    portsOf: () => ({}),
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    fork: () => {
      const process: FakeProcess = new FakeProcess((task) => {
        process.say({ kind: 'ready' })
        given.push(task)
      })
      started.push(process)
      return process
    },
    processes,
    limits: { backOffMs: 1, ...limits },
  })
  const over = new AbortController()
  onTestFinished(async () => {
    over.abort()
    for (const process of started) process.kill()
  })
  const send = (path: string) =>
    analysis
      .run({ id: 'a' } as Account, { path, pictureId: path } as HeldPicture, [], over.signal)
      .catch(() => 'refused')
  /** Unanswered requests of each process: the program's own picture is "warm-up". */
  const underWay = () =>
    started.map((process) =>
      given
        .filter((task) => task.process === process)
        .map(({ task }) => (pathOf(task).endsWith('warm-up.png') ? 'warm-up' : pathOf(task))),
    )
  const answer = async (path: string, residentBytes = 1000) => {
    await expect.poll(() => given.some(({ task }) => pathOf(task).endsWith(path))).toBe(true)
    const [found] = given.splice(
      given.findLastIndex(({ task }) => pathOf(task).endsWith(path)),
      1,
    )
    found!.process.say({ ...answerTo(found!.task), residentBytes })
  }
  return { analysis, started, send, underWay, answer }
}

test('it is warm once a process has analysed a picture, and nothing starts before the first request', async () => {
  const { analysis, started, answer } = open()
  expect(started).toHaveLength(0)
  const warm = analysis.warmUp()
  expect([started.length, analysis.state().isWarm]).toEqual([1, false])
  await answer('warm-up.png')
  await warm
  expect(analysis.state()).toMatchObject({ processes: 1, running: 0, isWarm: true })
})

test('without work one process stays, and the others end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { analysis, started, send, answer } = open({ inFlight: 1 })
  void analysis.warmUp()
  await answer('warm-up.png')
  const answers = Promise.all([send('one'), send('two'), send('three')])
  await answer('warm-up.png')
  for (const path of ['one', 'two', 'three']) await answer(path)
  await answers
  expect(analysis.state().processes).toBe(2)
  for (let n = 0; n < 3; n++) {
    vi.advanceTimersByTime(11 * 60_000)
    expect(analysis.state()).toMatchObject({ processes: 1, isWarm: true })
  }
  expect(started).toHaveLength(2)
})

test('a request waits for no starting process while a warm one has a free place', async () => {
  const { analysis, send, underWay, answer } = open({ inFlight: 2 })
  void analysis.warmUp()
  await answer('warm-up.png')
  for (const path of ['one', 'two', 'three']) void send(path)
  expect(underWay()).toEqual([['one', 'two'], ['warm-up']])
  await answer('one')
  expect(underWay()).toEqual([['two', 'three'], ['warm-up']])
  void send('four')
  expect(underWay()[1]).toEqual(['warm-up'])
  await answer('warm-up.png')
  expect(underWay()[1]).toEqual(['four'])
})

test('if the process ends, another one is warmed up without a request, and reports it', async () => {
  const { analysis, started, answer } = open()
  void analysis.warmUp()
  await answer('warm-up.png')
  started[0]!.exit('signal SIGKILL')
  expect(analysis.state().isWarm).toBe(false)
  await expect.poll(() => started.length).toBe(2)
  await answer('warm-up.png')
  expect(analysis.state()).toMatchObject({ processes: 1, isWarm: true })
})

test('a process that grew too large is replaced, and works on until the new one is warm', async () => {
  const { analysis, started, send, underWay, answer } = open({ residentBytes: 5000, processes: 1 })
  void analysis.warmUp()
  await answer('warm-up.png')
  void send('large')
  await answer('large', 9000)
  expect([started.length, analysis.state().isWarm]).toEqual([2, true])
  void send('meanwhile')
  expect(underWay()).toEqual([['meanwhile'], ['warm-up']])
  await answer('warm-up.png')
  await answer('meanwhile')
  expect(analysis.state()).toMatchObject({ processes: 1, isWarm: true })
  void send('later')
  expect(underWay()).toEqual([[], ['later']])
})
