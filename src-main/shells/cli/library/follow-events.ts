import type { LibraryEvent } from '../../../contract/library/library-event.ts'
import type { OpenLibrary } from '../../../library/library.ts'

/**
 * Calls `begin`, and `see` for each event of the library until it returns `enough`. Listening starts before `begin`, so
 * that even work that ends at once is seen.
 */
export async function followEvents(
  library: OpenLibrary,
  begin: () => Promise<unknown>,
  see: (event: LibraryEvent) => 'go on' | 'enough',
): Promise<void> {
  const stop = new AbortController()
  const events = await library.calls.library.events(undefined, { signal: stop.signal })
  let hasBegun = false
  try {
    for await (const event of events) {
      // The first event is the status from before; from here on no event is missed.
      if (hasBegun && see(event) === 'enough') return
      if (!hasBegun) await begin()
      hasBegun = true
    }
  } finally {
    stop.abort()
  }
}
