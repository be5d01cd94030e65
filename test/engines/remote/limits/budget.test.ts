import { expect, onTestFinished, test, vi } from 'vitest'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { Budget } from '../../../../src-main/engines/remote/limits/budget.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

function open(budget: number | null) {
  const catalog = openCatalog(tempFolder('budget'))
  onTestFinished(() => catalog.close())
  const clock = { now: Date.UTC(2026, 10, 30) }
  const onChange = vi.fn()
  const options = { memory: catalog.remote, budget, now: () => clock.now, onChange }
  return { budget: new Budget(options), again: () => new Budget(options), clock, onChange }
}

test('every analysis is counted before its request, to the last', () => {
  const { budget, onChange } = open(2)
  budget.reserve()
  expect([budget.spent(), budget.isEmpty()]).toEqual([1, false])
  budget.reserve()
  expect([budget.spent(), budget.isEmpty()]).toEqual([2, true])
  expect(() => budget.reserve()).toThrow(expect.objectContaining({ kind: 'budget' }))
  expect([budget.spent(), onChange.mock.calls.length]).toEqual([2, 2])
})

test('returned ones can be spent again', () => {
  const { budget, onChange } = open(1)
  budget.reserve().giveBack()
  expect([budget.spent(), budget.isEmpty(), onChange.mock.calls.length]).toEqual([0, false, 2])
  budget.reserve()
  expect(budget.isEmpty()).toBe(true)
})

test('it survives the program and resets with the month; a returned count goes back to its own month', () => {
  const { budget, again, clock } = open(1)
  const reservation = budget.reserve()
  expect(again().isEmpty()).toBe(true)
  clock.now = Date.UTC(2026, 11, 1)
  expect([budget.spent(), budget.isEmpty()]).toEqual([0, false])
  budget.reserve()
  reservation.giveBack()
  expect(budget.spent()).toBe(1)
})

test('without a limit it is still counted', () => {
  const { budget } = open(null)
  for (let k = 0; k < 50; k++) budget.reserve()
  expect([budget.spent(), budget.isEmpty()]).toEqual([50, false])
})
