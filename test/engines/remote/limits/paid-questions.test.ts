import { expect, onTestFinished, test } from 'vitest'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { RemoteError } from '../../../../src-main/engines/remote/http/remote-error.ts'
import { Budget } from '../../../../src-main/engines/remote/limits/budget.ts'
import { PaidQuestions } from '../../../../src-main/engines/remote/limits/paid-questions.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

function open(most: number | null = null) {
  const catalog = openCatalog(tempFolder('paid'))
  onTestFinished(() => catalog.close())
  const clock = { now: Date.UTC(2026, 10, 30) }
  const budget = new Budget({ memory: catalog.remote, budget: most, now: () => clock.now, onChange: () => undefined })
  return { paid: new PaidQuestions(budget), budget, clock }
}
const good = (key?: string) => ({ status: 200, headers: { 'idempotency-key': key }, text: '' })
const lost = new RemoteError('unwell', 'The connection was cut.', { mayBePaid: true })
const away = new RemoteError('unwell', 'No node.', { status: 503 })
const busy = new RemoteError('busy', 'Too many.', { status: 429 })

/** A service that was seen to count a request once. */
function openKnown(most?: number) {
  const opened = open(most)
  opened.paid.begin('first').noteSuccess(good('first'))
  return opened
}

test('for a service that repeats the key all tries of a request need one place, even the last one', () => {
  const { paid, budget } = openKnown(2)
  for (const error of [lost, away, busy, lost]) paid.begin('a').noteFailure(error)
  expect(budget.spent()).toBe(2)
  expect(() => paid.begin('b')).toThrow(expect.objectContaining({ kind: 'budget' }))
  paid.begin('a').noteSuccess(good('a'))
  expect(budget.spent()).toBe(2)
})

test('a 503 may hide a lost answer there, and nowhere else', () => {
  const [known, unknown] = [openKnown(), open()]
  for (const { paid } of [known, unknown]) paid.begin('a').noteFailure(away)
  expect([known.budget.spent(), unknown.budget.spent()]).toEqual([2, 0])
})

test('refused requests are returned', () => {
  const { paid, budget } = openKnown()
  paid.begin('a').noteFailure(busy)
  expect(budget.spent()).toBe(1)
})

test('a service that does not repeat the key may have counted each try', () => {
  const { paid, budget } = open()
  paid.begin('a').noteFailure(lost)
  paid.begin('a').noteSuccess(good())
  paid.begin('a').noteFailure(lost)
  expect(budget.spent()).toBe(3)
})

test('requests lost before the service was known are returned with the answer that proves it', () => {
  const { paid, budget } = open()
  paid.begin('a').noteFailure(lost)
  paid.begin('a').noteFailure(lost)
  expect(budget.spent()).toBe(2)
  paid.begin('a').noteSuccess(good('a'))
  expect(budget.spent()).toBe(1)
})

test('a node of an earlier version, which does not repeat it, ends the trust', () => {
  const { paid, budget } = openKnown()
  paid.begin('b').noteSuccess(good())
  paid.begin('a').noteFailure(lost)
  paid.begin('a').noteSuccess(good())
  expect(budget.spent()).toBe(4)
})

test('an answer lost in one month does not count for an analysis of the next', () => {
  const { paid, budget, clock } = openKnown()
  paid.begin('a').noteFailure(lost)
  clock.now = Date.UTC(2026, 11, 1)
  paid.begin('a').noteSuccess(good('a'))
  expect(budget.spent()).toBe(1)
  clock.now = Date.UTC(2026, 10, 30)
  expect(budget.spent()).toBe(2)
})
