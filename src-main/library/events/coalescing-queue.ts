import type { LibraryEvent } from '../../contract/library/events.ts'

/** More changed photos than this in one event are reported as "the whole library". */
export const MAX_IDS_IN_EVENT = 2_000

type PhotosChanged = Extract<LibraryEvent, { type: 'photos.changed' }>

/** Events of one key replace or join each other while nobody takes them. */
function keyOf(event: LibraryEvent): string {
  if ('job' in event) return `${event.type} ${event.job.jobId}`
  if (event.type === 'publishing.changed') return `${event.type} ${event.folder.id}`
  if (!('progress' in event)) return event.type
  return `${event.type} ${'jobId' in event.progress ? event.progress.jobId : event.progress.planId}`
}

function joinPhotos(earlier: PhotosChanged, later: PhotosChanged): PhotosChanged {
  const ids = new Set([...earlier.ids, ...later.ids])
  const isWholeLibrary = earlier.isWholeLibrary || later.isWholeLibrary || ids.size > MAX_IDS_IN_EVENT
  return { type: 'photos.changed', ids: isWholeLibrary ? [] : [...ids], isWholeLibrary }
}

/**
 * The events that one listener has not taken yet: one of each kind, whatever the listener's speed. Packages for queues
 * keep every entry; joining those of one kind is the point here.
 */
export class CoalescingQueue {
  readonly #waiting = new Map<string, LibraryEvent>()
  #wake: (() => void) | null = null
  #isClosed = false

  put(event: LibraryEvent): void {
    const key = keyOf(event)
    const earlier = this.#waiting.get(key)
    const isJoined = event.type === 'photos.changed' && earlier?.type === 'photos.changed'
    this.#waiting.set(key, isJoined ? joinPhotos(earlier, event) : event)
    this.#wake?.()
  }

  /** Waits for the next event; null once the queue is closed and empty. Only one `take` at a time. */
  async take(): Promise<LibraryEvent | null> {
    if (this.#waiting.size === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = null
    }
    return this.#next()
  }

  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  #next(): LibraryEvent | null {
    const first = this.#waiting.entries().next()
    if (first.done) return null
    this.#waiting.delete(first.value[0])
    return first.value[1]
  }
}
