import { expect, test } from 'vitest'
import { BatchCounts } from '../../../src-main/library/queue/batch-counts.ts'

function createBatch() {
  const clock = { ms: 1_000_000 }
  const batch = new BatchCounts(() => clock.ms)
  const counts = () => [batch.analysed, batch.failed]
  return { batch, clock, counts }
}

test('counts of a batch stay visible until the next one starts', () => {
  const { batch, counts } = createBatch()
  batch.startPhoto()
  batch.count('analysed')
  batch.startPhoto()
  batch.count('failed')
  expect(counts()).toEqual([1, 1])
  batch.finish()
  expect(counts()).toEqual([1, 1])
  batch.startPhoto()
  expect(counts()).toEqual([0, 0])
})

test('the speed is that of the last half minute', () => {
  const { batch, clock } = createBatch()
  expect(batch.perSecond).toBe(0)
  for (let second = 0; second < 60; second++) {
    clock.ms += 1000
    for (let each = 0; each < (second < 30 ? 1 : 4); each++) batch.count('analysed')
  }
  expect(batch.perSecond).toBeCloseTo(4, 5)
})

test('one photo, or less than half a second, gives no speed', () => {
  const { batch, clock } = createBatch()
  batch.count('analysed')
  clock.ms += 400
  expect(batch.perSecond).toBe(0)
  batch.count('failed')
  expect(batch.perSecond).toBe(0)
  clock.ms += 600
  expect(batch.perSecond).toBe(2)
})

test('idle time of the queue does not count in its speed', () => {
  const { batch, clock, counts } = createBatch()
  batch.startPhoto()
  batch.count('analysed')
  batch.count('analysed')
  clock.ms += 10_000
  batch.interrupt()
  expect(batch.perSecond).toBe(0)
  batch.count('analysed')
  clock.ms += 1000
  batch.count('analysed')
  expect(batch.perSecond).toBe(2)
  expect(counts()).toEqual([4, 0])
})
