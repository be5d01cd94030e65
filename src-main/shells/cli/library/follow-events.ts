import type { LibraryEvent } from '../../../contract/library/events.ts'
import type { Core } from '../../../core/core.ts'

/**
 * Starts something and calls `see` for each event of the library until it says that it has seen enough. Listening
 * begins before `begin` is called, so that even work that ends at once is seen.
 */
export async function followEvents(
  core: Core,
  begin: () => Promise<unknown>,
  see: (event: LibraryEvent) => 'go on' | 'enough',
): Promise<void> {
  const stop = new AbortController()
  const events = await core.library.library.events(undefined, { signal: stop.signal })
  let hasBegun = false
  try {
    for await (const event of events) {
      // The first event is the status from before; from here on nothing is missed.
      if (hasBegun && see(event) === 'enough') return
      if (!hasBegun) await begin()
      hasBegun = true
    }
  } finally {
    stop.abort()
  }
}
