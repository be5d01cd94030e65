import { AsyncIteratorClass } from '@orpc/server'
import type { LibraryEvent } from '../../contract/library/events.ts'
import { createCoalescingQueue, MAX_IDS_IN_EVENT, type CoalescingQueue } from './coalescing-queue.ts'

/** At most this often a `photos.changed` goes out. */
const GATHER_MS = 100

/** Where parts of the core say what changed, and windows listen. */
export type EventHub = {
  publish(event: LibraryEvent): void
  /** Gathers ids; the event goes out at most ten times a second. */
  photosChanged(ids: readonly number[]): void
  everythingChanged(): void
  /**
   * Hears everything from now on, after `first`, until the signal is aborted or the hub is closed. What a slow listener
   * has not taken yet is merged, so that it never grows.
   */
  listen(options?: { signal?: AbortSignal; first?: LibraryEvent }): AsyncIteratorClass<LibraryEvent, void, void>
  close(): void
}

/** Creates the hub; it holds no timer while nothing changes. */
export function createEventHub(): EventHub {
  const mailboxes = new Set<CoalescingQueue>()
  const changed = new Set<number>()
  let isWholeLibrary = false
  let timer: NodeJS.Timeout | null = null

  const publish = (event: LibraryEvent) => {
    for (const mailbox of mailboxes) mailbox.put(event)
  }
  const flush = () => {
    timer = null
    if (changed.size === 0 && !isWholeLibrary) return
    publish({ type: 'photos.changed', ids: isWholeLibrary ? [] : [...changed], isWholeLibrary })
    changed.clear()
    isWholeLibrary = false
  }
  const gather = () => {
    if (changed.size > MAX_IDS_IN_EVENT) isWholeLibrary = true
    if (isWholeLibrary) changed.clear()
    timer ??= setTimeout(flush, GATHER_MS)
  }
  const listen: EventHub['listen'] = ({ signal, first } = {}) => {
    const mailbox = createCoalescingQueue()
    const stop = () => mailbox.close()
    mailboxes.add(mailbox)
    if (first !== undefined) mailbox.put(first)
    if (signal?.aborted) mailbox.close()
    signal?.addEventListener('abort', stop, { once: true })
    const next = async (): Promise<IteratorResult<LibraryEvent, void>> => {
      const event = await mailbox.take()
      return event === null ? { done: true, value: undefined } : { done: false, value: event }
    }
    return new AsyncIteratorClass(next, async () => {
      mailbox.close()
      mailboxes.delete(mailbox)
      signal?.removeEventListener('abort', stop)
    })
  }
  return {
    publish,
    listen,
    photosChanged(ids) {
      if (!isWholeLibrary) for (const id of ids) changed.add(id)
      if (ids.length > 0) gather()
    },
    everythingChanged() {
      isWholeLibrary = true
      gather()
    },
    close() {
      if (timer !== null) clearTimeout(timer)
      flush()
      for (const mailbox of mailboxes) mailbox.close()
    },
  }
}
