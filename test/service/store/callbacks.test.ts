import { describe, expect, test } from 'vitest'
import { kinds, openStore } from './stores.ts'

describe.each(kinds)('$name: callbacks', (kind) => {
  test('come when they are due, the longest waiting first', async () => {
    const { callbacks } = (await openStore(kind)).store
    const later = await callbacks.add({ url: 'http://a/', ticketId: 't1', at: 20 })
    const sooner = await callbacks.add({ url: 'http://b/', ticketId: 't2', at: 10 })
    expect(await callbacks.nextAt()).toBe(10)
    expect((await callbacks.due(15, 100)).map(({ id }) => id)).toEqual([sooner])
    expect((await callbacks.due(25, 1)).map(({ id }) => id)).toEqual([sooner])
    await callbacks.postpone(sooner, 1, 30)
    expect(await callbacks.due(40, 100)).toEqual([
      { id: later, url: 'http://a/', ticketId: 't1', attempts: 0, nextAtMs: 20, createdMs: 20 },
      { id: sooner, url: 'http://b/', ticketId: 't2', attempts: 1, nextAtMs: 30, createdMs: 10 },
    ])
    await callbacks.remove(later)
    await callbacks.remove(sooner)
    await callbacks.remove(sooner)
    expect(await callbacks.nextAt()).toBeNull()
  })
})
