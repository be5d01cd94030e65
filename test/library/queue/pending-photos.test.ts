import { expect, test } from 'vitest'
import type { StepName } from '../../../src-main/analysis/photo/findings.ts'
import { PendingPhotos } from '../../../src-main/library/queue/pending-photos.ts'
import { openWithRoot, saveFound } from '../catalog/library.ts'

function openPending(count: number) {
  const { catalog, add } = openWithRoot()
  const ids = add(...Array.from({ length: count }, (_, at) => `${at}.jpg`))
  const engine = { concurrency: 2, waiting: (): StepName[] => [] }
  const pending = new PendingPhotos(catalog.analysis, engine)
  const takeAll = (busy: number[] = []) => {
    const taken: number[] = []
    for (let photo = pending.takeNext(busy); photo !== undefined; photo = pending.takeNext([...busy, ...taken]))
      taken.push(photo.id)
    return taken
  }
  return { catalog, ids, pending, engine, takeAll }
}

test('photos on screen come first, then the newest; busy ones are passed over', () => {
  const { ids, pending, takeAll } = openPending(8)
  pending.prioritise([ids[5]!, ids[2]!])
  pending.prioritise([ids[3]!])
  const taken = takeAll([ids[7]!])
  expect(taken.slice(0, 3).toSorted()).toEqual([ids[2], ids[3], ids[5]])
  expect(taken.slice(3)).toEqual([ids[6], ids[4], ids[1], ids[0]])
})

test('a page that is shown goes before what was taken already', () => {
  const { ids, pending } = openPending(8)
  expect(pending.takeNext([])?.id).toBe(ids[7])
  pending.prioritise([ids[0]!])
  expect(pending.takeNext([ids[7]!])?.id).toBe(ids[0])
})

test('photos that left the library are not taken', () => {
  const { ids, pending } = openPending(3)
  pending.takeNext([])
  pending.remove(new Set([ids[1]!]))
  expect(pending.takeNext([ids[2]!])?.id).toBe(ids[0])
})

test('pending photos are counted once, counted down, and counted anew when asked for', () => {
  const { catalog, ids, pending } = openPending(3)
  expect(pending.count).toBe(3)
  saveFound(catalog, ids[0]!, {})
  saveFound(catalog, ids[1]!, {})
  expect(pending.count).toBe(3)
  pending.countDown()
  expect(pending.count).toBe(2)
  pending.recount()
  pending.countDown()
  expect(pending.count).toBe(1)
})

test('what only waits for a service is no work', () => {
  const { catalog, ids, pending, engine, takeAll } = openPending(2)
  saveFound(catalog, ids[0]!, {}, ['preview'])
  engine.waiting = () => ['tags']
  expect(pending.hasWork).toBe(true)
  expect(takeAll()).toEqual([ids[1]])
  saveFound(catalog, ids[1]!, {}, ['preview'])
  expect([pending.count, pending.hasWork]).toEqual([2, false])
  engine.waiting = () => []
  expect(pending.hasWork).toBe(true)
})
