import { expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { CoalescingQueue } from '../../../src-main/library/events/event-hub.ts'

test('events a slow listener has not taken are merged: at most one of each kind waits', async () => {
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
