import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Places } from '../../../src-main/compute/host/job-order.ts'
import type { Job } from '../../../src-main/compute/host/job.ts'
import { FairOrder } from '../../../src-main/service/analysis/analysis.ts'
import { makeJob } from '../../compute/host/make-job.ts'

const anywhere: Places = { fits: () => true, locate: () => 'nowhere' }
/** A request whose picture is named after its owner, such as `a1`. */
const jobFor = (pictureId: string) => makeJob({ kind: 'operate', owner: pictureId[0]!, pictureId })
const nameOf = (job: Job | undefined) => (job?.task.kind === 'operate' ? job.task.request.pictureId : undefined)

function fill(pictures: readonly string[]) {
  const order = new FairOrder()
  const jobs = pictures.map(jobFor)
  for (const job of jobs) order.add(job)
  return { order, jobs }
}

function drain(order: FairOrder, places = anywhere) {
  const names: (string | undefined)[] = []
  for (let job = order.next(places); job !== undefined; job = order.next(places)) names.push(nameOf(job))
  return names
}

test('accounts take turns', () => {
  expect(drain(fill(['a1', 'a2', 'a3', 'b1']).order)).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a newcomer in a long queue waits one turn of each account, not for the complete queue', () => {
  const { order } = fill(['a1', 'a2', 'a3', 'a4'])
  order.next(anywhere)
  order.add(jobFor('b1'))
  expect(drain(order)).toEqual(['a2', 'b1', 'a3', 'a4'])
})

test('nothing is lost, doubled or out of order, and no account is served twice before another waiting one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (owners) => {
      const pictures = owners.map((owner, i) => `${owner}${i}`)
      const order = drain(fill(pictures).order) as string[]
      expect([...order].sort()).toEqual([...pictures].sort())
      for (const owner of 'abcd') {
        const served = order.flatMap((picture, at) => (picture.startsWith(owner) ? [at] : []))
        expect(served.map((at) => order[at])).toEqual(pictures.filter((picture) => picture.startsWith(owner)))
        for (let i = 1; i < served.length; i++) {
          const between = new Set(order.slice(served[i - 1]! + 1, served[i]).map((picture) => picture[0]))
          const later = new Set(order.slice(served[i]).map((picture) => picture[0]))
          for (const other of later) if (other !== owner) expect(between).toContain(other)
        }
      }
    }),
  )
})

test("of an account's requests, decoded pictures go first and those of a busy process last", () => {
  const locate: Places['locate'] = (id) => (id === 'a3' ? 'available' : id === 'a1' ? 'busy' : 'nowhere')
  expect(drain(fill(['a1', 'a2', 'a3', 'b1']).order, { ...anywhere, locate })).toEqual(['a3', 'b1', 'a2', 'a1'])
})

test("an account's oldest request is skipped at most sixteen times", () => {
  const { order } = fill(['a old', ...Array.from({ length: 30 }, (_, i) => `a young ${i}`)])
  const locate: Places['locate'] = (id) => (id.includes('young') ? 'available' : 'nowhere')
  expect(drain(order, { ...anywhere, locate }).indexOf('a old')).toBe(16)
})

test('nothing starts if no process has a free place, and nobody loses a turn', () => {
  const { order } = fill(['a1', 'b1'])
  expect(order.next({ ...anywhere, fits: () => false })).toBeUndefined()
  expect([order.size, ...drain(order)]).toEqual([2, 'a1', 'b1'])
})

test('requests whose process ended precede all others as soon as there is room', () => {
  const { order, jobs } = fill(['a1', 'a2', 'b1'])
  const suspects = [order.next(anywhere)!, order.next(anywhere)!].map((job) => ({ ...job, isAlone: true }))
  order.putBack(suspects)
  expect([order.size, order.unsent]).toEqual([3, 1])
  expect(nameOf(order.next({ ...anywhere, fits: ({ isAlone }) => !isAlone }))).toBe('a2')
  expect(drain(order)).toEqual(['a1', 'b1'])
  expect(jobs).toHaveLength(3)
})

test('an abandoned request is removed, once', () => {
  const { order, jobs } = fill(['a1', 'a2', 'b1'])
  order.remove(jobs[0]!.task.id)
  order.remove(jobs[0]!.task.id)
  expect([order.unsent, order.unsentRequests().map(({ pictureId }) => pictureId)]).toEqual([2, ['a2', 'b1']])
  expect(drain(order)).toEqual(['a2', 'b1']) // its account keeps its turn
})

test('the account with the most waiting requests gives up its latest, if that improves fairness', () => {
  const { order } = fill(['a1', 'a2', 'a3', 'b1'])
  expect(order.givesWayTo('c')?.pictureId).toBe('a3')
  expect(order.givesWayTo('b')?.pictureId).toBe('a3')
  expect(order.givesWayTo('a')).toBeUndefined()
  expect(fill(['a1', 'a2', 'b1']).order.givesWayTo('b')).toBeUndefined()
  expect(new FairOrder().givesWayTo('a')).toBeUndefined()
})
