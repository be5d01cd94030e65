import { expect, test } from 'vitest'
import { openStore } from '../temp-data.ts'

test('callbacks come when they are due, the longest waiting first', () => {
  const { callbacks } = openStore()
  const later = callbacks.add({ url: 'http://a/', ticketId: 't1', at: 20 })
  const sooner = callbacks.add({ url: 'http://b/', ticketId: 't2', at: 10 })
  expect(callbacks.nextAt()).toBe(10)
  expect(callbacks.due(15).map(({ id }) => id)).toEqual([sooner])
  callbacks.postpone(sooner, 1, 30)
  expect(callbacks.due(40)).toEqual([
    { id: later, url: 'http://a/', ticketId: 't1', attempts: 0, nextAtMs: 20, createdMs: 20 },
    { id: sooner, url: 'http://b/', ticketId: 't2', attempts: 1, nextAtMs: 30, createdMs: 10 },
  ])
  callbacks.remove(later)
  callbacks.remove(sooner)
  expect(callbacks.nextAt()).toBeNull()
})

test('an account that goes takes its usage along and leaves a deletion record until its data is deleted', () => {
  const { accounts, usage } = openStore()
  accounts.add({ id: 'a', name: 'A', key: 'k', secretHash: 'h', plan: 'free', createdMs: 0 })
  usage.add({ accountId: 'a', day: 1, processed: 2, requests: 3, at: 5 })
  const before = accounts.revision()
  expect(accounts.remove('k', 9)?.id).toBe('a')
  expect(accounts.revision()).toBeGreaterThan(before)
  expect(usage.of('a')).toEqual([])
  usage.add({ accountId: 'a', day: 1, processed: 1, requests: 1, at: 6 })
  expect(usage.of('a')).toEqual([])
  expect(accounts.listDeletionRecords()).toEqual(['a'])
  accounts.removeDeletionRecord('a')
  expect(accounts.listDeletionRecords()).toEqual([])
  expect(accounts.remove('k', 9)).toBeUndefined()
})
