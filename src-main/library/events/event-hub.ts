import { AsyncIteratorClass } from '@orpc/server'
import type { AnalysisStatus } from '../../contract/library/analysis-status.ts'
import type { LibraryEvent } from '../../contract/library/library-event.ts'
import type { LibraryImplementer } from '../api/dispatch/dispatch.ts'
import { Throttle } from './throttle.ts'

/** A `photos.changed` is sent at most this often. */
const GATHER_MS = 100

/** The library publishes its changes here, and windows listen. It holds no timer while nothing changes. */
export class EventHub {
  readonly #listeners = new Set<ReturnType<typeof createQueue>>()
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
    const queue = createQueue()
    const stop = () => queue.close()
    this.#listeners.add(queue)
    if (first !== undefined) queue.put(first)
    if (signal?.aborted) queue.close()
    signal?.addEventListener('abort', stop, { once: true })
    return new AsyncIteratorClass(
      () => queue.take(),
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

/** The handler of `library.events`: how the analysis stands, then everything that is published. */
export const eventsHandler = (
  os: LibraryImplementer,
  { hub, status }: { hub: Pick<EventHub, 'listen'>; status(): AnalysisStatus },
) =>
  os.library.events.handler(({ signal }) =>
    hub.listen({ signal, first: { type: 'analysis.changed', status: status() } }),
  )

/** More changed photos than this in one event are reported as "the whole library". */
const MAX_IDS_IN_EVENT = 2_000

type EventOf<Type extends LibraryEvent['type']> = Extract<LibraryEvent, { type: Type }>

/** Events of one key replace or join each other while nobody takes them. */
function keyOf(event: LibraryEvent): string {
  if ('job' in event) return `${event.type} ${event.job.jobId}`
  if (event.type === 'publishing.changed') return `${event.type} ${event.folder.id}`
  if (event.type === 'files.changed') return `${event.type} ${event.progress.planId}`
  if (event.type === 'transfer.changed' || event.type === 'card-import.changed')
    return `${event.type} ${event.progress.jobId}`
  return event.type
}

/** What is true of both events; for most kinds the later one says all. */
function join(earlier: LibraryEvent | undefined, later: LibraryEvent): LibraryEvent {
  if (earlier?.type === 'photos.changed' && later.type === 'photos.changed') return joinPhotos(earlier, later)
  if (earlier?.type === 'history.changed' && later.type === 'history.changed' && earlier.kind !== later.kind)
    return { type: later.type }
  return later
}

function joinPhotos(earlier: EventOf<'photos.changed'>, later: EventOf<'photos.changed'>): EventOf<'photos.changed'> {
  const ids = new Set([...earlier.ids, ...later.ids])
  const isWholeLibrary = earlier.isWholeLibrary || later.isWholeLibrary || ids.size > MAX_IDS_IN_EVENT
  return { type: 'photos.changed', ids: isWholeLibrary ? [] : [...ids], isWholeLibrary }
}

/**
 * The events that one listener has not taken yet: one of each kind, whatever the listener's speed. Packages for queues
 * keep every entry; joining those of one kind is the point here.
 */
function createQueue() {
  const waiting = new Map<string, LibraryEvent>()
  let wake: (() => void) | null = null
  let isClosed = false

  const put = (event: LibraryEvent): void => {
    const key = keyOf(event)
    waiting.set(key, join(waiting.get(key), event))
    wake?.()
  }

  /** Waits for the next event; the end comes once the queue is closed and empty. Only one `take` at a time. */
  const take = async (): Promise<IteratorResult<LibraryEvent, void>> => {
    if (waiting.size === 0 && !isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      wake = null
    }
    const first = waiting.entries().next()
    if (first.done) return { done: true, value: undefined }
    const [key, event] = first.value
    waiting.delete(key)
    return { done: false, value: event }
  }

  const close = (): void => {
    isClosed = true
    wake?.()
  }
  return { put, take, close }
}
