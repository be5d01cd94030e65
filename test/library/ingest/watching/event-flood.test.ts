import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventFlood } from '../../../../src-main/library/ingest/watching/event-flood.ts'

test('many events in one turn are a flood; the same number over several turns is not', async () => {
  let floods = 0
  const flood = new EventFlood(() => (floods += 1), 100)
  for (let turn = 0; turn < 10; turn++) {
    for (let at = 0; at < 99; at++) flood.count()
    await setImmediate()
  }
  expect(floods).toBe(0)
  for (let at = 0; at < 100; at++) flood.count()
  await expect.poll(() => floods).toBe(1)
})
