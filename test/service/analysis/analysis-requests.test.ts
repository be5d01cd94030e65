import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FakeProcess, type GivenTask, pathOf } from '../../compute/host/fake-process.ts'
import { openAnalysis, type AnalysisOptions } from '../../../src-main/service/analysis/analysis.ts'
import type { Account, HeldPicture } from '../../../src-main/service/ports/ports.ts'
import { ServiceError } from '../../../src-main/service/errors/service-error.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

type Options = Pick<AnalysisOptions, 'maxWaiting' | 'deadlineMs'> & { inFlight?: number; processes?: number }

/** The queue in front of processes whose requests end when the test says so. */
function open({ inFlight = 2, processes = 1, ...options }: Options = {}) {
  const begun: GivenTask[] = []
  const started: FakeProcess[] = []
  const error = vi.fn()
  const fork = vi.fn(() => {
    const process = new FakeProcess((given) => begun.push(given))
    started.push(process)
    return process
  })
  const analysis = openAnalysis({
    resourcesDir,
    modelsDir: 'no-such-folder',
    portsOf: () => ({}),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error },
    fork,
    processes,
    limits: { inFlight, failTogether: inFlight * processes, backOffMs: 1 },
    ...options,
  })
  const over = new AbortController()
  onTestFinished(() => {
    over.abort()
    for (const process of started) process.exit('the test is over')
  })
  const send = (owner: string, path: string, { signal = over.signal, pictureId = path }: SendOptions = {}) => {
    const ends = AbortSignal.any([signal, over.signal])
    const answer = analysis.run({ id: owner } as Account, { path, pictureId } as HeldPicture, [], ends)
    // Requests left unanswered by a test are refused at its end.
    answer.catch(() => undefined)
    return answer
  }
  const names = () => begun.map(({ task }) => pathOf(task)).join(' ')
  return { analysis, begun, started, fork, send, names, error }
}
type SendOptions = { signal?: AbortSignal; pictureId?: string }

/** This many failed starts in a row mean that no process can run. */
const FAILED_STARTS = 4

function failStarts(fork: ReturnType<typeof open>['fork']): void {
  for (let start = 0; start < FAILED_STARTS; start++)
    fork.mockImplementationOnce(() => {
      throw new Error('The process does not start.')
    })
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => expect.unreachable('no error came'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

test('accounts take turns for free places, however much one of them sent first', async () => {
  const { send, begun, names } = open({ inFlight: 1 })
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((path) => send('a', path)),
    ...['b1', 'b2'].map((path) => send('b', path)),
  ]
  for (let i = 0; i < all.length; i++) {
    expect(begun.length).toBe(i + 1)
    begun[i]!.answer()
    await settled()
  }
  expect(names()).toBe('a1 a2 b1 a3 b2 a4')
  expect(await all[4]).toEqual([{ ok: false, code: 'bad-params', message: foreign('b1') }])
})

test('the processes get no more than they can work on at once', async () => {
  const { send, analysis, begun } = open({ inFlight: 3 })
  for (let i = 0; i < 5; i++) void send('a', `${i}`)
  expect([begun.length, analysis.state()]).toEqual([
    3,
    { waiting: 2, running: 3, processes: 1, isWarm: false, isAccepting: true },
  ])
})

test('a client that left is not served; one that leaves during work is released at once, its place later', async () => {
  const { send, begun, names, analysis } = open({ inFlight: 1 })
  const [first, second] = [new AbortController(), new AbortController()]
  const under = send('a', 'under', { signal: first.signal })
  const inLine = send('a', 'in-line', { signal: second.signal })
  const last = send('a', 'last')
  second.abort(new Error('left the line'))
  first.abort(new Error('left under way'))
  await expect(inLine).rejects.toThrow('left the line')
  await expect(under).rejects.toThrow('left under way')
  expect([names(), analysis.state()]).toEqual([
    'under',
    { waiting: 1, running: 1, processes: 1, isWarm: false, isAccepting: true },
  ])
  begun[0]!.answer()
  await settled()
  begun[1]!.answer()
  expect(await last).toMatchObject([{ message: foreign('last') }])
  await expect(send('a', 'gone', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
})

test('a full queue answers 503 with the time until there is room at the current speed', async () => {
  const { send } = open({ inFlight: 2, maxWaiting: 2 })
  for (let i = 0; i < 4; i++) send('a', `${i}`).catch(() => undefined)
  const { status, headers, message } = await refusalOf(send('a', 'too much'))
  expect([status, headers['Retry-After']]).toEqual([503, '1'])
  expect(message).toContain('busy')
})

test('an account that fills the queue gives way to one that does not', async () => {
  const { send, begun } = open({ inFlight: 1, maxWaiting: 3 })
  const greedy = ['a1', 'a2', 'a3', 'a4'].map((path) => send('a', path))
  const modest = send('b', 'b1')
  expect((await refusalOf(greedy[3]!)).status).toBe(503)
  expect((await refusalOf(send('a', 'a5'))).status).toBe(503)
  for (let i = 0; i < 4; i++) {
    begun[i]!.answer()
    await settled()
  }
  expect(await modest).toMatchObject([{ message: foreign('b1') }])
  expect(await greedy[2]).toMatchObject([{ message: foreign('a3') }])
})

test('a request not answered in time gets 503, whether it waited or ran', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, begun, analysis } = open({ inFlight: 1, deadlineMs: 1000 })
  const both = Promise.all([refusalOf(send('a', 'runs')), refusalOf(send('a', 'waits'))])
  vi.advanceTimersByTime(1001)
  for (const { status, headers } of await both)
    expect([status, Number(headers['Retry-After'])]).toEqual([503, expect.any(Number)])
  expect(analysis.state()).toMatchObject({ waiting: 0, running: 1 })
  begun[0]!.answer()
  await settled()
  expect(analysis.state().running).toBe(0)
})

test('closing finishes active requests, refuses waiting and new ones, then closes the processes', async () => {
  const { send, begun, analysis, started } = open({ inFlight: 1 })
  const [runs, waits] = [send('a', 'runs'), send('a', 'waits')]
  const closing = analysis.close()
  expect((await refusalOf(waits)).headers['Retry-After']).toBeDefined()
  expect((await refusalOf(send('a', 'late'))).status).toBe(503)
  const closes = () => started[0]!.posted.filter(({ kind }) => kind === 'close').length
  expect([analysis.state().isAccepting, closes()]).toEqual([false, 0])
  begun[0]!.answer()
  expect(await runs).toMatchObject([{ message: foreign('runs') }])
  await closing
  await analysis.close()
  expect(closes()).toBe(1)
})

test('processes that cannot run are a 503 and a line in the log; the next request is tried', async () => {
  const { send, begun, error, fork } = open({ inFlight: 1 })
  failStarts(fork)
  const [broken, next] = [refusalOf(send('a', 'one')), send('a', 'two')]
  expect((await broken).status).toBe(503)
  expect(error).toHaveBeenCalledTimes(1)
  await expect.poll(() => begun).toHaveLength(1)
  begun[0]!.answer()
  expect(await next).toHaveLength(1)
})

test('if no process starts, only requests whose turn came fail, and waiting ones are tried', async () => {
  const { send, begun, fork, names } = open({ inFlight: 1 })
  const first = send('a', 'a1')
  begun[0]!.process.say({ kind: 'ready' })
  const [second, third] = [refusalOf(send('a', 'a2')), send('b', 'b1')]
  failStarts(fork)
  begun[0]!.process.exit('signal SIGKILL')
  expect(await first).toEqual([])
  expect((await second).status).toBe(503)
  await expect.poll(() => begun).toHaveLength(2)
  begun[1]!.answer()
  expect(await third).toMatchObject([{ message: foreign('b1') }])
  expect(names()).toBe('a1 b1')
})

test('requests for decoded pictures go first, and those for a busy process last', async () => {
  const { send, begun, names } = open({ inFlight: 1, processes: 2 })
  void send('a', 'holder', { pictureId: 'held' })
  void send('a', 'first', { pictureId: 'decoded' })
  for (const [path, pictureId] of [
    ['busy', 'held'],
    ['new', 'new'],
    ['warm', 'decoded'],
  ] as const)
    void send('a', path, { pictureId })
  for (let i = 1; i < 4; i++) {
    begun[i]!.answer()
    await settled()
  }
  expect(names()).toBe('holder first warm new busy')
})
