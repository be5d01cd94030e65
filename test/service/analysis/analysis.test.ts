import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import type { CallAnswer, OperationsRequest } from '../../../src-main/analysis/operations/calls.ts'
import { createAnalysis, type AnalysisOptions } from '../../../src-main/service/analysis/analysis.ts'
import type { Account, HeldPicture } from '../../../src-main/service/parts.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'

type Begun = { request: OperationsRequest; answer(): void; fail(error: unknown): void }

/** The queue in front of a host whose requests end when the test says so. */
function open({
  concurrency = 2,
  whereIs = () => 'nowhere',
  ...options
}: Partial<AnalysisOptions> & { concurrency?: number; whereIs?: AnalysisOptions['host']['whereIs'] } = {}) {
  const begun: Begun[] = []
  const close = vi.fn(async () => undefined)
  const run = (request: OperationsRequest) =>
    new Promise<CallAnswer[]>((resolve, reject) => {
      begun.push({
        request,
        answer: () => resolve([{ ok: false, code: 'bad-params', message: request.path }]),
        fail: reject,
      })
    })
  const state = () => ({ processes: 1, running: 0, waiting: 0 })
  const error = vi.fn()
  const analysis = createAnalysis({
    host: { concurrency, run, state, whereIs, close, categorizers: async () => [], hasTagger: async () => false },
    log: { error },
    ...options,
  })
  const send = (owner: string, path: string, signal?: AbortSignal) =>
    analysis.run({ id: owner } as Account, { path, pictureId: path } as HeldPicture, [], signal)
  const names = () => begun.map(({ request }) => request.path).join(' ')
  return { analysis, begun, send, names, close, error }
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

test('accounts take turns for the places that become free, however much one of them sent first', async () => {
  const { send, begun, names } = open({ concurrency: 1 })
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
  expect(await all[4]).toEqual([{ ok: false, code: 'bad-params', message: 'b1' }])
})

test('the processes get no more than they work on at once', async () => {
  const { send, analysis, begun } = open({ concurrency: 3 })
  for (let i = 0; i < 5; i++) void send('a', `${i}`)
  expect([begun.length, analysis.state()]).toEqual([3, { waiting: 2, running: 3, processes: 1, isAccepting: true }])
})

test('who has left is not worked on; who leaves under way is let go at once, and the place stays taken until the work is done', async () => {
  const { send, begun, names, analysis } = open({ concurrency: 1 })
  const [first, second] = [new AbortController(), new AbortController()]
  const under = send('a', 'under', first.signal)
  const inLine = send('a', 'in-line', second.signal)
  const last = send('a', 'last')
  second.abort(new Error('left the line'))
  first.abort(new Error('left under way'))
  await expect(inLine).rejects.toThrow('left the line')
  await expect(under).rejects.toThrow('left under way')
  expect([names(), analysis.state()]).toEqual(['under', { waiting: 1, running: 1, processes: 1, isAccepting: true }])
  begun[0]!.answer()
  await settled()
  begun[1]!.answer()
  expect(await last).toMatchObject([{ message: 'last' }])
  await expect(send('a', 'gone', AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
})

test('a full queue answers 503 with the time until there is room, as fast as work goes', async () => {
  const { send } = open({ concurrency: 2, mostWaiting: 2 })
  for (let i = 0; i < 4; i++) send('a', `${i}`).catch(() => undefined)
  const { status, headers, message } = await refusalOf(send('a', 'too much'))
  expect([status, headers['Retry-After']]).toEqual([503, '1'])
  expect(message).toContain('busy')
})

test('an account that fills the queue gives way to one that does not', async () => {
  const { send, begun } = open({ concurrency: 1, mostWaiting: 3 })
  const greedy = ['a1', 'a2', 'a3', 'a4'].map((path) => send('a', path))
  const modest = send('b', 'b1')
  expect((await refusalOf(greedy[3]!)).status).toBe(503)
  expect((await refusalOf(send('a', 'a5'))).status).toBe(503)
  for (let i = 0; i < 4; i++) {
    begun[i]!.answer()
    await settled()
  }
  expect(await modest).toMatchObject([{ message: 'b1' }])
  expect(await greedy[2]).toMatchObject([{ message: 'a3' }])
})

test('what is not answered within its time is answered 503, whether it waited or ran', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, begun, analysis } = open({ concurrency: 1, deadlineMs: 1000 })
  const both = Promise.all([refusalOf(send('a', 'runs')), refusalOf(send('a', 'waits'))])
  vi.advanceTimersByTime(1001)
  for (const { status, headers } of await both)
    expect([status, Number(headers['Retry-After'])]).toEqual([503, expect.any(Number)])
  expect(analysis.state()).toMatchObject({ waiting: 0, running: 1 })
  begun[0]!.answer()
  await settled()
  expect(analysis.state().running).toBe(0)
})

test('closing finishes what runs, refuses what waits and what comes, then closes the processes', async () => {
  const { send, begun, analysis, close } = open({ concurrency: 1 })
  const [runs, waits] = [send('a', 'runs'), send('a', 'waits')]
  const closing = analysis.close()
  expect((await refusalOf(waits)).headers['Retry-After']).toBeDefined()
  expect((await refusalOf(send('a', 'late'))).status).toBe(503)
  expect([analysis.state().isAccepting, close.mock.calls.length]).toEqual([false, 0])
  begun[0]!.answer()
  expect(await runs).toMatchObject([{ message: 'runs' }])
  await closing
  await analysis.close()
  expect(close).toHaveBeenCalledTimes(1)
})

test('processes that cannot run are a 503 and a line in the log; the next request is tried', async () => {
  const { send, begun, error } = open({ concurrency: 1 })
  const [broken, next] = [refusalOf(send('a', 'one')), send('a', 'two')]
  begun[0]!.fail(new AppError('not-supported-here', 'The process does not start.'))
  expect((await broken).status).toBe(503)
  expect(error).toHaveBeenCalledTimes(1)
  begun[1]!.answer()
  expect(await next).toHaveLength(1)
})

test('requests for pictures that are decoded go first where that is, and others before those whose process is busy', async () => {
  const { send, begun, names } = open({
    concurrency: 1,
    whereIs: (id) => (id.startsWith('warm') ? 'at-hand' : id.startsWith('busy') ? 'busy' : 'nowhere'),
  })
  for (const path of ['first', 'busy', 'new', 'warm']) void send('a', path)
  for (let i = 0; i < 3; i++) {
    begun[i]!.answer()
    await settled()
  }
  expect(names()).toBe('first warm new busy')
})
