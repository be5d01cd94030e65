import { expect, test } from 'vitest'
import type { RootRow } from '../../../src-main/core/catalog/catalog.ts'
import { RootJobs } from '../../../src-main/core/ingest/root-jobs.ts'

const rootRow = (id: number): RootRow => ({ id, path: `/photos/${id}`, isAvailable: true })

function createJobs() {
  const roots = new Map([1, 2].map((id) => [id, rootRow(id)]))
  const errors: object[] = []
  const quiet = () => undefined
  const jobs = new RootJobs({
    findRoot: (id) => roots.get(id),
    onProgress: () => undefined,
    log: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (message, details) => void errors.push({ message, details }),
    },
  })
  return { jobs, roots, errors }
}
const { signal } = new AbortController()

test('jobs run one after the other, and one that is urgent before those that wait', async () => {
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

test('a job of a root that is gone or aborted by its turn is dropped', async () => {
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

test('a job that fails is logged with its folder, and the next one runs; one that was aborted says nothing', async () => {
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

test('files are counted from when work last began', async () => {
  const { jobs } = createJobs()
  await jobs.add(1, signal, async () => jobs.countScanned(3))
  expect(jobs.progress()).toEqual({ isScanning: false, scanned: 3 })
  await jobs.add(1, signal, async () => jobs.countScanned(2))
  expect(jobs.progress()).toEqual({ isScanning: false, scanned: 2 })
})

test('a closed queue waits for the job in progress and takes no more', async () => {
  const { jobs } = createJobs()
  let done = 0
  const added = jobs.add(1, signal, async () => void (done += 1))
  const closing = jobs.close()
  await jobs.add(1, signal, async () => void (done += 1))
  await Promise.all([added, closing])
  expect(done).toBe(1)
})
