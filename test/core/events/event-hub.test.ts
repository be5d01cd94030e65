import { expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/events.ts'
import { EventHub } from '../../../src-main/core/events/event-hub.ts'
import { CoalescingQueue } from '../../../src-main/core/events/coalescing-queue.ts'

test('ids of many changes go out together', async () => {
  const hub = new EventHub()
  const events = hub.listen()
  const first = events.next()
  for (let id = 1; id <= 50; id++) hub.photosChanged([id, id])
  expect((await first).value).toEqual({
    type: 'photos.changed',
    ids: Array.from({ length: 50 }, (_, at) => at + 1),
    isWholeLibrary: false,
  })
  hub.close()
  expect((await events.next()).done).toBe(true)
})

test('more changes than are worth listing are told as the whole library', async () => {
  const hub = new EventHub()
  const events = hub.listen()
  const first = events.next()
  hub.photosChanged(Array.from({ length: 5_000 }, (_, at) => at + 1))
  hub.photosChanged([1])
  expect((await first).value).toEqual({ type: 'photos.changed', ids: [], isWholeLibrary: true })
  hub.close()
})

test('what a slow listener has not taken is merged: one event of each kind waits, whatever happens meanwhile', async () => {
  const queue = new CoalescingQueue()
  for (let id = 1; id <= 1_000; id++) {
    queue.put({ type: 'photos.changed', ids: [id], isWholeLibrary: false })
    queue.put({ type: 'folders.changed' })
  }
  const taken: LibraryEvent[] = [(await queue.take())!, (await queue.take())!]
  queue.close()
  expect(await queue.take()).toBeNull()
  expect(taken.map((event) => event.type)).toEqual(['photos.changed', 'folders.changed'])
  expect(taken[0]).toMatchObject({ ids: expect.objectContaining({ length: 1_000 }) as number[] })
})

test('an aborted listener ends, also while it waits', async () => {
  const hub = new EventHub()
  const abort = new AbortController()
  const waiting = hub.listen({ signal: abort.signal }).next()
  abort.abort()
  expect((await waiting).done).toBe(true)
  hub.close()
})

test('nothing is missed between the beginning of the stream and its first event taken', async () => {
  const hub = new EventHub()
  const events = hub.listen({ first: { type: 'folders.changed' } })
  hub.publish({ type: 'models.changed', models: [] })
  expect([(await events.next()).value, (await events.next()).value]).toEqual([
    { type: 'folders.changed' },
    { type: 'models.changed', models: [] },
  ])
  await events.return?.()
  hub.close()
})
