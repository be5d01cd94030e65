import { expect, test } from 'vitest'
import { ConcurrencyLimiter, type Permit } from '../../../../src-main/engines/remote/limits/concurrency-limiter.ts'

/** Runs this many pieces of work at once and returns how many were inside together. */
async function runMany(limiter: ConcurrencyLimiter, count: number, work: (permit: Permit) => void): Promise<number> {
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: count }, () =>
      limiter.run(async (permit) => {
        most = Math.max(most, (inside += 1))
        await new Promise((resolve) => setImmediate(resolve))
        work(permit)
        inside -= 1
      }),
    ),
  )
  return most
}

test('never more at once than the limit, and everyone gets in', async () => {
  const limiter = new ConcurrencyLimiter(() => {}, 3)
  let done = 0
  expect(await runMany(limiter, 20, () => (done += 1))).toBe(3)
  expect(done).toBe(20)
})

test('simultaneous requests halve the limit once; successes raise it slowly again', async () => {
  const limits: number[] = []
  const limiter = new ConcurrencyLimiter((limit) => limits.push(limit), 8)
  await runMany(limiter, 8, (permit) => permit.noteBusy())
  expect(limiter.limit).toBe(4)
  await runMany(limiter, 31, (permit) => permit.noteSuccess())
  expect(limiter.limit).toBe(4)
  await runMany(limiter, 1, (permit) => permit.noteSuccess())
  expect(limiter.limit).toBe(5)
  for (let k = 0; k < 6; k++) await runMany(limiter, 1, (permit) => permit.noteBusy())
  expect(limits).toEqual([4, 5, 2, 1])
})

test('failed work gives its place back', async () => {
  const limiter = new ConcurrencyLimiter(() => {}, 1)
  await expect(limiter.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limiter.run(async () => 'yes')).toBe('yes')
})
