import { expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { EventHub } from '../../../src-main/library/events/event-hub.ts'

test('events a slow listener has not taken are merged: at most one of each kind waits', async () => {
  const hub = new EventHub()
  const events = hub.listen()
  for (let id = 1; id <= 1_000; id++) {
    hub.publish({ type: 'photos.changed', ids: [id], isWholeLibrary: false })
    hub.publish({ type: 'folders.changed' })
  }
  const taken: LibraryEvent[] = []
  hub.close()
  for await (const event of events) taken.push(event)
  expect(taken.map((event) => event.type)).toEqual(['photos.changed', 'folders.changed'])
  expect(taken[0]).toMatchObject({ ids: expect.objectContaining({ length: 1_000 }) as number[] })
})

test('what a merged event says of the history is true of all changes in it', async () => {
  const takenOf = async (...kinds: (string | undefined)[]): Promise<LibraryEvent[]> => {
    const hub = new EventHub()
    const events = hub.listen()
    for (const kind of kinds) hub.publish({ type: 'history.changed', ...(kind === undefined ? {} : { kind }) })
    hub.close()
    const taken: LibraryEvent[] = []
    for await (const event of events) taken.push(event)
    return taken
  }
  expect(await takenOf('pick', 'pick')).toEqual([{ type: 'history.changed', kind: 'pick' }])
  expect(await takenOf('remove-photos', 'pick')).toEqual([{ type: 'history.changed' }])
  expect(await takenOf('pick', 'rate', 'rate')).toEqual([{ type: 'history.changed' }])
  expect(await takenOf(undefined, 'pick')).toEqual([{ type: 'history.changed' }])
})
