import type { LibraryEvent } from '../../contract/library/events.ts'

/** More changed photos than this in one event are told as "the whole library". */
export const MAX_IDS_IN_EVENT = 2_000

/** The events one listener has not taken yet. */
export type CoalescingQueue = {
  put(event: LibraryEvent): void
  /** Waits for the next event; null once the box is closed and empty. Only one `take` at a time. */
  take(): Promise<LibraryEvent | null>
  close(): void
}

type PhotosChanged = Extract<LibraryEvent, { type: 'photos.changed' }>

/** Events of one key replace or join each other while nobody takes them. */
function keyOf(event: LibraryEvent): string {
  return event.type === 'export.changed' ? `${event.type} ${event.progress.jobId}` : event.type
}

function joinPhotos(earlier: PhotosChanged, later: PhotosChanged): PhotosChanged {
  const ids = new Set([...earlier.ids, ...later.ids])
  const isWholeLibrary = earlier.isWholeLibrary || later.isWholeLibrary || ids.size > MAX_IDS_IN_EVENT
  return { type: 'photos.changed', ids: isWholeLibrary ? [] : [...ids], isWholeLibrary }
}

/** A mailbox of bounded size: one waiting event of each kind, whatever the listener's pace. */
export function createCoalescingQueue(): CoalescingQueue {
  const waiting = new Map<string, LibraryEvent>()
  let wake: (() => void) | null = null
  let isClosed = false

  const next = (): LibraryEvent | null => {
    const first = waiting.entries().next()
    if (first.done) return null
    waiting.delete(first.value[0])
    return first.value[1]
  }
  return {
    put(event) {
      const key = keyOf(event)
      const earlier = waiting.get(key)
      const isJoined = event.type === 'photos.changed' && earlier?.type === 'photos.changed'
      waiting.set(key, isJoined ? joinPhotos(earlier, event) : event)
      wake?.()
    },
    async take() {
      if (waiting.size === 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = null
      }
      return next()
    },
    close() {
      isClosed = true
      wake?.()
    },
  }
}
