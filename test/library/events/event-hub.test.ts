import { expect, test } from 'vitest'
import { EventHub } from '../../../src-main/library/events/event-hub.ts'

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

test('a change of too many photos to list is reported as a change of the whole library', async () => {
  const hub = new EventHub()
  const events = hub.listen()
  const first = events.next()
  hub.photosChanged(Array.from({ length: 5_000 }, (_, at) => at + 1))
  hub.photosChanged([1])
  expect((await first).value).toEqual({ type: 'photos.changed', ids: [], isWholeLibrary: true })
  hub.close()
})

test('an aborted listener ends, even while it waits', async () => {
  const hub = new EventHub()
  const abort = new AbortController()
  const waiting = hub.listen({ signal: abort.signal }).next()
  abort.abort()
  expect((await waiting).done).toBe(true)
  hub.close()
})

test('no event is missed between the start of a stream and its first read', async () => {
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

test('if nobody took the steps of a deletion, only the last is reported', async () => {
  const hub = new EventHub()
  const events = hub.listen()
  hub.publish({ type: 'removed.changed', progress: { done: 200, total: 300 } })
  hub.publish({ type: 'removed.changed', progress: null })
  hub.publish({ type: 'folders.changed' })
  expect([(await events.next()).value, (await events.next()).value]).toEqual([
    { type: 'removed.changed', progress: null },
    { type: 'folders.changed' },
  ])
  hub.close()
})
