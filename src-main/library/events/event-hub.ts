import { AsyncIteratorClass } from '@orpc/server'
import type { LibraryEvent } from '../../contract/library/events.ts'
import { CoalescingQueue, MAX_IDS_IN_EVENT } from './coalescing-queue.ts'
import { Throttle } from './throttle.ts'

/** A `photos.changed` is sent at most this often. */
const GATHER_MS = 100

/** The library publishes its changes here, and windows listen. It holds no timer while nothing changes. */
export class EventHub {
  readonly #listeners = new Set<CoalescingQueue>()
  readonly #changed = new Set<number>()
  readonly #throttle = new Throttle(() => this.#publishChanged(), GATHER_MS)
  #isWholeLibrary = false

  publish(event: LibraryEvent): void {
    for (const listener of this.#listeners) listener.put(event)
  }

  /** Collects ids; the event is sent at most ten times a second. */
  photosChanged(ids: readonly number[]): void {
    if (ids.length > MAX_IDS_IN_EVENT) this.#isWholeLibrary = true
    if (!this.#isWholeLibrary) for (const id of ids) this.#changed.add(id)
    if (this.#changed.size > MAX_IDS_IN_EVENT) this.#isWholeLibrary = true
    if (this.#isWholeLibrary) this.#changed.clear()
    if (ids.length > 0) this.#throttle.schedule()
  }

  everythingChanged(): void {
    this.#isWholeLibrary = true
    this.#changed.clear()
    this.#throttle.schedule()
  }

  /**
   * Receives all events from now on, after `first`, until the signal is aborted or the hub is closed. Events that a
   * slow listener has not taken yet are merged, so that they never pile up.
   */
  listen({ signal, first }: { signal?: AbortSignal; first?: LibraryEvent } = {}): AsyncIteratorClass<
    LibraryEvent,
    void,
    void
  > {
    const queue = new CoalescingQueue()
    const stop = () => queue.close()
    this.#listeners.add(queue)
    if (first !== undefined) queue.put(first)
    if (signal?.aborted) queue.close()
    signal?.addEventListener('abort', stop, { once: true })
    return new AsyncIteratorClass(
      () => takeFrom(queue),
      async () => {
        queue.close()
        this.#listeners.delete(queue)
        signal?.removeEventListener('abort', stop)
      },
    )
  }

  /** Publishes collected ids and ends all listeners once they have taken their waiting events. */
  close(): void {
    this.#throttle.cancel()
    this.#publishChanged()
    for (const listener of this.#listeners) listener.close()
  }

  #publishChanged(): void {
    if (this.#changed.size === 0 && !this.#isWholeLibrary) return
    const isWholeLibrary = this.#isWholeLibrary
    this.publish({ type: 'photos.changed', ids: isWholeLibrary ? [] : [...this.#changed], isWholeLibrary })
    this.#changed.clear()
    this.#isWholeLibrary = false
  }
}

async function takeFrom(queue: CoalescingQueue): Promise<IteratorResult<LibraryEvent, void>> {
  const event = await queue.take()
  return event === null ? { done: true, value: undefined } : { done: false, value: event }
}
