import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { Job, JobData, JobEnd, Jobs, JobWork } from '../../../src-main/service/ports/jobs.ts'
import { hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { embeddedNodes, postgresNodes } from './open-test-jobs.ts'

type Numbered = { n: number }

/** Work that records its jobs, and does what `run` says. */
function workOf(run: (job: Job<Numbered>) => Promise<JobEnd> = async () => 'done', concurrency = 1) {
  const seen: { n: number; attempt: number }[] = []
  const givenUp: number[] = []
  const work: JobWork<Numbered> = {
    concurrency,
    run: async (job) => {
      seen.push({ n: job.data.n, attempt: job.attempt })
      return run(job)
    },
    giveUp: async ({ n }) => void givenUp.push(n),
  }
  return { work, seen, givenUp, numbers: () => seen.map(({ n }) => n) }
}

/** A promise that a test settles, and one that tells when somebody waits for it. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  return { open, reached, pass: () => (reach(), opened) }
}

const sendAll = async (jobs: Jobs, all: JobData[]) => {
  for (const data of all) await jobs.send('test', data)
}

/** Rules for every queue of jobs. */
describe.each([
  { name: 'SQLite', open: embeddedNodes, isThere: true },
  { name: 'PostgreSQL', open: postgresNodes, isThere: hasPostgres },
])('jobs in $name', ({ open, isThere }) => {
  test.runIf(isThere)('are done once each, including those sent before the work began', async () => {
    const jobs = await (await open())()
    await sendAll(jobs, [{ n: 1 }, { n: 2 }])
    const { work, numbers } = workOf()
    await jobs.work('test', work)
    await jobs.send('test', { n: 3 })
    await expect.poll(() => numbers().sort()).toEqual([1, 2, 3])
  })

  test.runIf(isThere)('of one key: at most one waits, at most one is active', async () => {
    const jobs = await (await open())()
    const first = gate()
    const { work, numbers } = workOf(async ({ data }) => (data.n === 1 && (await first.pass()), 'done'), 4)
    await jobs.work('test', work)
    expect(await jobs.send('test', { n: 1 }, { key: 'k' })).toBe(true)
    await first.reached
    expect(await jobs.send('test', { n: 2 }, { key: 'k' })).toBe(true)
    expect(await jobs.send('test', { n: 3 }, { key: 'k' })).toBe(false)
    await jobs.send('test', { n: 4 }, { key: 'other' })
    await expect.poll(numbers).toEqual([1, 4])
    first.open()
    await expect.poll(numbers).toEqual([1, 4, 2])
  })

  test.runIf(isThere)('wait for their time', { tags: 'night' }, async () => {
    const jobs = await (await open())()
    const { work, numbers } = workOf()
    await jobs.send('test', { n: 1 }, { inMs: 700 })
    const sent = Date.now()
    await jobs.send('test', { n: 2 })
    await jobs.work('test', work)
    await expect.poll(numbers).toEqual([2, 1])
    expect(Date.now() - sent).toBeGreaterThan(600)
  })

  test.runIf(isThere)('are done again after a pause that the work chooses, and count their attempts', async () => {
    const jobs = await (await open())()
    const { work, seen } = workOf(async ({ attempt }) => (attempt < 3 ? { againInMs: 1 } : 'done'))
    await jobs.work('test', work)
    await jobs.send('test', { n: 1 })
    await expect.poll(() => seen.length).toBe(3)
    expect(seen).toEqual([1, 2, 3].map((attempt) => ({ n: 1, attempt })))
  })

  test.runIf(isThere)('that fail are repeated once, then given up', { tags: 'night' }, async () => {
    const jobs = await (await open())()
    const { work, numbers, givenUp } = workOf(async ({ data }) => {
      if (data.n === 1) throw new Error('it fails')
      return 'done'
    })
    await jobs.work('test', work)
    await jobs.send('test', { n: 1 })
    await expect.poll(() => givenUp).toEqual([1])
    await jobs.send('test', { n: 2 })
    await expect.poll(numbers).toEqual([1, 1, 2])
  })

  test.runIf(isThere)('of an owner are withdrawn while they wait', async () => {
    const jobs = await (await open())()
    await jobs.send('test', { n: 1 }, { owner: 'a' })
    await jobs.send('test', { n: 2 }, { owner: 'b', inMs: 1 })
    await jobs.send('test', { n: 3 }, { owner: 'a', inMs: 3_600_000 })
    await jobs.cancel('test', 'a')
    const { work, numbers } = workOf()
    await jobs.work('test', work)
    await jobs.send('test', { n: 4 }, { owner: 'a' })
    await expect.poll(() => numbers().sort()).toEqual([2, 4])
  })

  test.runIf(isThere)(
    'active when a node stops are aborted, and done by the next as if for the first time',
    { tags: 'night' },
    async () => {
      const openNode = await open()
      const run = vi.fn(async ({ signal }: Job<Numbered>): Promise<JobEnd> => {
        if (run.mock.calls.length > 3) return 'done'
        await once(signal, 'abort')
        throw signal.reason
      })
      const { work, seen, givenUp } = workOf(run)
      for (const time of [1, 2, 3]) {
        const jobs = await openNode()
        await jobs.work('test', work)
        if (time === 1) await jobs.send('test', { n: 1 })
        await expect.poll(() => run.mock.calls.length).toBe(time)
        await jobs.close()
      }
      await (await openNode()).work('test', work)
      await expect.poll(() => seen.length).toBe(4)
      expect(seen).toEqual(Array.from({ length: 4 }, () => ({ n: 1, attempt: 1 })))
      expect(givenUp).toEqual([])
    },
  )

  test.runIf(isThere)("run at once up to a node's limit", async () => {
    const jobs = await (await open())()
    const all = gate()
    let now = 0
    let most = 0
    const { work, numbers } = workOf(async () => {
      most = Math.max(most, ++now)
      if (now === 2) all.open()
      await all.pass()
      now -= 1
      return 'done'
    }, 2)
    await sendAll(
      jobs,
      [1, 2, 3, 4].map((n) => ({ n })),
    )
    await jobs.work('test', work)
    await expect.poll(() => numbers().sort()).toEqual([1, 2, 3, 4])
    expect(most).toBe(2)
  })
})

test.runIf(hasPostgres)('are shared by two nodes: each is done by one', { tags: 'night' }, async () => {
  const openNode = await postgresNodes()
  const [first, second] = [await openNode(), await openNode()]
  const works = [workOf(undefined, 2), workOf(undefined, 2)]
  await sendAll(
    first,
    Array.from({ length: 30 }, (_, n) => ({ n })),
  )
  await first.work('test', works[0]!.work)
  await second.work('test', works[1]!.work)
  const done = () => works.flatMap(({ numbers }) => numbers()).sort((a, b) => a - b)
  await expect.poll(done).toHaveLength(30)
  expect(done()).toEqual(Array.from({ length: 30 }, (_, n) => n))
})

test.runIf(hasPostgres)(
  'PostgreSQL: a backlog is done without pauses between jobs, in parallel up to the limit',
  async () => {
    const jobs = await (await postgresNodes({ pollSeconds: 3600 }))()
    await sendAll(
      jobs,
      Array.from({ length: 9 }, (_, n) => ({ n })),
    )
    const threeAtOnce = gate()
    let underWay = 0
    const { work, numbers } = workOf(async () => {
      underWay += 1
      if (underWay === 3) threeAtOnce.open()
      await threeAtOnce.pass()
      return 'done'
    }, 3)
    await jobs.work('test', work)
    await expect.poll(() => numbers().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  },
)
