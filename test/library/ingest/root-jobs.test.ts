import { expect, onTestFinished, test, vi } from 'vitest'
import { RootJobs } from '../../../src-main/library/ingest/root-jobs.ts'
import { aRoot } from './a-root.ts'

function createJobs() {
  const roots = new Map([1, 2].map((id) => [id, aRoot(id, `/photos/${id}`)]))
  const errors: object[] = []
  const checks: number[] = []
  const quiet = () => undefined
  const jobs = new RootJobs({
    findRoot: (id) => roots.get(id),
    scan: async ({ id }) => void checks.push(id),
    onProgress: () => undefined,
    log: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (message, details) => void errors.push({ message, details }),
    },
  })
  onTestFinished(() => jobs.close())
  return { jobs, roots, errors, checks }
}
const { signal } = new AbortController()

test('jobs run one after another; an urgent one overtakes waiting ones', async () => {
  const { jobs } = createJobs()
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const job = (name: string, until?: Promise<void>) => async () => {
    order.push(`${name} begins`)
    await until
    order.push(`${name} ends`)
  }
  const added = [jobs.add(1, signal, job('a', first.promise)), jobs.add(2, signal, job('b'))]
  const urgent = jobs.addNext(job('urgent'))
  expect(jobs.isBusy).toBe(true)
  first.resolve()
  await Promise.all([...added, urgent])
  expect(order).toEqual(['a begins', 'a ends', 'urgent begins', 'urgent ends', 'b begins', 'b ends'])
  await jobs.idle()
  expect(jobs.isBusy).toBe(false)
})

test('a job that was aborted, or whose root is gone, is dropped when its turn comes', async () => {
  const { jobs, roots } = createJobs()
  const abort = new AbortController()
  const ran: number[] = []
  const first = jobs.add(1, signal, async () => {
    roots.delete(2)
    abort.abort()
  })
  await Promise.all([
    first,
    jobs.add(2, signal, async ({ id }) => void ran.push(id)),
    jobs.add(1, abort.signal, async ({ id }) => void ran.push(id)),
  ])
  expect(ran).toEqual([])
})

test('a failed job is logged with its folder, and the next one runs; an aborted one logs nothing', async () => {
  const { jobs, errors } = createJobs()
  const abort = new AbortController()
  let isNextDone = false
  await Promise.all([
    jobs.add(1, signal, () => Promise.reject(new Error('unreadable'))),
    jobs.add(1, abort.signal, async () => {
      abort.abort()
      throw new Error('aborted')
    }),
    jobs.add(2, signal, async () => {
      isNextDone = true
    }),
  ])
  expect(isNextDone).toBe(true)
  expect(errors).toEqual([
    {
      message: 'Looking through a folder failed',
      details: { folder: '/photos/1', error: expect.stringContaining('unreadable') as string },
    },
  ])
})

test('files are counted from the start of the current work', async () => {
  const { jobs } = createJobs()
  await jobs.add(1, signal, async () => jobs.countScanned(3))
  expect(jobs.progress()).toEqual({ isScanning: false, scanned: 3 })
  await jobs.add(1, signal, async () => jobs.countScanned(2))
  expect(jobs.progress()).toEqual({ isScanning: false, scanned: 2 })
})

test('a closed queue waits for the active job and accepts no more', async () => {
  const { jobs } = createJobs()
  let done = 0
  const added = jobs.add(1, signal, async () => void (done += 1))
  const closing = jobs.close()
  await jobs.add(1, signal, async () => void (done += 1))
  await Promise.all([added, closing])
  expect(done).toBe(1)
})

function useFakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a failed job is retried after pauses that double up to a minute, until it succeeds', async () => {
  useFakeTimers()
  const { jobs } = createJobs()
  let tries = 0
  const job = async () => {
    tries += 1
    if (tries < 9) throw new Error('full disk')
  }
  await jobs.add(1, signal, job)
  for (const [at, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(tries).toBe(at + 1)
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(() => tries).toBe(at + 2)
  }
  await vi.advanceTimersByTimeAsync(600_000)
  expect(tries).toBe(9)
})

test('waiting ends for a job that keeps failing, not for one that may soon succeed', async () => {
  useFakeTimers()
  const { jobs } = createJobs()
  let isIdle = false
  await jobs.add(1, signal, () => Promise.reject(new Error('no')))
  void jobs.idle().then(() => (isIdle = true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isIdle).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.poll(() => isIdle).toBe(true)
})

test('after very many failed jobs the whole root is scanned instead', async () => {
  useFakeTimers()
  const { jobs, checks } = createJobs()
  let tries = 0
  for (let at = 0; at < 60; at++)
    await jobs.add(1, signal, () => {
      tries += 1
      return Promise.reject(new Error('full disk'))
    })
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => checks).toEqual([1])
  expect(tries).toBeLessThan(80)
})

test('jobs of a removed root are not retried', async () => {
  useFakeTimers()
  const { jobs } = createJobs()
  let tries = 0
  await jobs.add(1, signal, () => {
    tries += 1
    return Promise.reject(new Error('gone'))
  })
  jobs.forget(1)
  await jobs.idle()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(tries).toBe(1)
})
