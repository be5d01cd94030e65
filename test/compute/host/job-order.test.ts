import { expect, test } from 'vitest'
import { UrgentFirstOrder, type Places } from '../../../src-main/compute/host/job-order.ts'
import type { Job } from '../../../src-main/compute/host/job.ts'
import { makeJob } from './make-job.ts'

const anywhere: Places = { fits: () => true, locate: () => 'nowhere' }

function fill(jobs: readonly Job[]): UrgentFirstOrder {
  const order = new UrgentFirstOrder()
  for (const job of jobs) order.add(job)
  return order
}

function drain(order: UrgentFirstOrder): Job[] {
  const jobs: Job[] = []
  for (let job = order.next(anywhere); job !== undefined; job = order.next(anywhere)) jobs.push(job)
  return jobs
}

test('photos go in order of arrival, after pictures that a person waits for', () => {
  const [a, b, picture] = [makeJob({ kind: 'analyse' }), makeJob({ kind: 'analyse' }), makeJob({ kind: 'render' })]
  expect(drain(fill([a, b, picture]))).toEqual([picture, a, b])
})

test('jobs whose process ended go before those never sent', () => {
  const [a, b, c] = [makeJob({ kind: 'analyse' }), makeJob({ kind: 'analyse' }), makeJob({ kind: 'analyse' })]
  const order = fill([c])
  order.putBack([a, b])
  expect([order.size, ...drain(order)]).toEqual([3, a, b, c])
})

test('a job that fits nowhere does not delay the next', () => {
  const [alone, other] = [{ ...makeJob({ kind: 'analyse' }), isAlone: true }, makeJob({ kind: 'analyse' })]
  const order = fill([alone, other])
  expect(order.next({ ...anywhere, fits: ({ isAlone }) => !isAlone })).toBe(other)
  expect(order.next({ ...anywhere, fits: () => false })).toBeUndefined()
  expect(order.size).toBe(1)
})

test('a removed job is not handed out; an unknown one changes nothing', () => {
  const [a, b] = [makeJob({ kind: 'analyse' }), makeJob({ kind: 'analyse' })]
  const order = fill([a, b])
  order.remove(a.task.id)
  order.remove(-1)
  expect(drain(order)).toEqual([b])
})
