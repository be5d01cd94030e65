import { expect, test } from 'vitest'
import { hasPostgres } from '../../../fixtures/postgres/test-database.ts'
import { useTestDatabase } from '../../../fixtures/postgres/open-test-postgres.ts'

const openNode = hasPostgres ? useTestDatabase() : undefined

test.runIf(hasPostgres)("a silent node's work is free when its lease is over", async () => {
  const killed = (await openNode!({ leaseMs: 2000, renewMs: 1e9 })).store.batches
  const other = (await openNode!()).store.batches
  const batch = { id: 'b', accountId: 'a', operations: { colors: {} }, callbackUrl: null, createdMs: 0 }
  await killed.add(batch, [{ image_url: 'http://a.b/' }], 5)
  const claim = (batches: typeof other, name: string) => batches.claim({ claim: name, nowMs: 1, leaseMs: 3_600_000 })
  const first = (await claim(killed, 'first'))!
  expect(await claim(other, 'early')).toBeUndefined()
  await expect.poll(async () => (await claim(other, 'second'))?.number).toBe(0)
  // it is alive after all: others would at once take its present work
  expect(await claim(killed, 'late')).toBeUndefined()
  expect(await killed.finish(first, { results: {}, errors: {} }, 2)).toBe(false)
})
