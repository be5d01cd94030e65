import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { reads } from '../../fixtures/reads.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCompute, type ComputeOptions } from '../../../src-main/compute/host/compute-pool.ts'
import type { PortQuestion } from '../../../src-main/compute/port-questions.ts'
import { FakeProcess, type GivenTask, pathOf } from './fake-process.ts'

function open(options: Partial<ComputeOptions> = {}) {
  const given: GivenTask[] = []
  const processes: FakeProcess[] = []
  const warn = vi.fn()
  const fork = () => {
    const process = new FakeProcess((task) => given.push(task))
    processes.push(process)
    return process
  }
  const log = { debug: () => undefined, warn }
  const client = openCompute({ resourcesDir: '', modelsDir: '', log, fork, processes: 1, ...options })
  onTestFinished(() => client.close())
  return { client, given, processes, warn }
}

const photo = (path: string) => ({ path, steps: ['hash' as const] })
const picture = (path: string) => ({ path, longSide: 100, format: 'jpeg' as const, quality: 80 })
const request = (path: string) => ({ path, pictureId: path, owner: 'anna', calls: [] })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('each request is one message out and one back', async () => {
  const { client, given, processes } = open()
  const [analysed, operated] = [client.analyse(photo('a')), client.operate(request('b'))]
  for (const task of given) task.answer()
  expect(await analysed).toMatchObject({ ok: true, findings: { contentHash: 'a' } })
  expect(await operated).toMatchObject([{ message: foreign('b') }])
  expect(processes[0]!.posted.map(({ kind }) => kind)).toEqual(['start', 'analyse', 'operate'])
})

test("a picture that cannot be made is an error with the process's code", async () => {
  const { client, given } = open()
  const rendered = client.render(picture('a'))
  given[0]!.answer('It is damaged.')
  await expect(rendered).rejects.toMatchObject({ code: 'file-unreadable', message: 'It is damaged.' })
})

test('a process that ends during its only job fails it, each kind of request in its own way', async () => {
  const { client, given, processes } = open({ limits: { inFlight: 1, backOffMs: 1 } })
  const endUnder = async (at: number) => {
    await expect.poll(() => given.length).toBe(at + 1)
    given[at]!.process.say({ kind: 'ready' })
    given[at]!.process.exit('signal SIGSEGV')
  }
  const analysed = client.analyse(photo('a'))
  await endUnder(0)
  expect(await analysed).toMatchObject({ ok: false, code: 'crashed', reason: reads(/SIGSEGV/) })
  const rendered = client.render(picture('b'))
  const refused = expect(rendered).rejects.toMatchObject({ code: 'file-unreadable' })
  await endUnder(1)
  await refused
  const operated = client.operate({ ...request('c'), calls: [{ operation: 'contentVector' }] })
  await endUnder(2)
  expect(await operated).toMatchObject([{ ok: false, code: 'file-unreadable' }])
  expect(processes.length).toBe(3)
})

test('jobs that shared a crashed process are retried one by one', async () => {
  const { client, given } = open({ limits: { backOffMs: 1 } })
  const both = [client.analyse(photo('a')), client.analyse(photo('b'))]
  given[0]!.process.say({ kind: 'ready' })
  given[0]!.process.exit('signal SIGKILL')
  await expect.poll(() => given.length).toBe(3)
  expect(pathOf(given[2]!.task)).toBe('a')
  given[2]!.process.say({ kind: 'ready' })
  given[2]!.process.exit('signal SIGKILL')
  await expect.poll(() => given.length).toBe(4)
  given[3]!.answer()
  expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([false, true])
})

test("a request's duration is reported, even if nobody waits for the answer any longer", async () => {
  const { client, given } = open()
  const [abort, onWorked] = [new AbortController(), vi.fn()]
  const left = client.operate(request('a'), { signal: abort.signal, onWorked })
  abort.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(onWorked).not.toHaveBeenCalled()
  given[0]!.answer()
  expect(onWorked).toHaveBeenCalledExactlyOnceWith(expect.any(Number))
})

test('it is drained once nothing waits and nothing is active', async () => {
  const { client, given } = open({ limits: { inFlight: 1 } })
  await client.drained()
  const [first, second] = [client.analyse(photo('a')), client.analyse(photo('b'))]
  const onDrained = vi.fn()
  const drained = client.drained().then(onDrained)
  given[0]!.answer()
  await first
  await settled()
  expect(onDrained).not.toHaveBeenCalled()
  given[1]!.answer()
  await Promise.all([second, drained])
})

test('memory is shared by all processes, and a failing port answers without its details', async () => {
  const { client, given, processes, warn } = open({ processes: 2, limits: { growAt: 1, memoryBytes: 1000 } })
  const taggers = {
    modelOf: () => {
      throw new Error('secret detail')
    },
    tag: () => [],
  }
  const both = [client.operate(request('a'), { ports: { taggers } }), client.operate(request('b'))]
  const [a, b] = given as [GivenTask, GivenTask]
  const repliesTo = (at: number) => processes[at]!.posted.filter(({ kind }) => kind === 'reply')
  a.process.say({ kind: 'request', ticket: 1, id: a.task.id, request: { kind: 'memory', bytes: 900 } })
  b.process.say({ kind: 'request', ticket: 1, id: b.task.id, request: { kind: 'memory', bytes: 900 } })
  await settled()
  expect([repliesTo(0), repliesTo(1)]).toEqual([
    [{ kind: 'reply', ticket: 1, reply: { ok: true, value: undefined } }],
    [],
  ])
  a.process.say({ kind: 'release', ticket: 1, id: a.task.id })
  await settled()
  expect(repliesTo(1)).toHaveLength(1)
  const question: PortQuestion = { port: 'taggers', method: 'modelOf', given: ['boats'] }
  a.process.say({ kind: 'request', ticket: 2, id: a.task.id, request: { kind: 'port', question } })
  await settled()
  expect(repliesTo(0)[1]).toMatchObject({ ticket: 2, reply: { ok: false, code: 'internal' } })
  expect(JSON.stringify(repliesTo(0))).not.toContain('secret')
  expect(warn).toHaveBeenCalledTimes(1)
  for (const { answer } of given) answer()
  await Promise.all(both)
})

test('one process is started ahead of a request, takes it, and ends after the idle time if none comes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { client, given, processes } = open({ processes: 2, limits: { idleMs: 100 } })
  expect(processes).toHaveLength(0)
  client.wake()
  client.wake()
  expect(client.state().processes).toBe(1)
  vi.advanceTimersByTime(99)
  const analysed = client.analyse(photo('a'))
  given[0]!.answer()
  expect(await analysed).toMatchObject({ ok: true })
  expect(processes).toHaveLength(1)
  vi.advanceTimersByTime(100)
  expect(client.state().processes).toBe(0)
  client.wake()
  expect(client.state().processes).toBe(1)
  vi.advanceTimersByTime(100)
  expect(client.state().processes).toBe(0)
  await client.close()
  client.wake()
  expect(processes).toHaveLength(2)
})
