import type { LibraryEvent } from '../../src-main/contract/library/events.ts'
import type { Client } from './connection.ts'
import { retryDelays } from './connection.ts'

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/**
 * Forwards the library's events until aborted. A stream that ends is opened again; `onGap` then reports that events
 * were missed.
 */
export async function followEvents(
  client: Client,
  handlers: { onEvent: (event: LibraryEvent) => void; onGap: () => void },
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0, isFirst = true; !signal.aborted; attempt += 1) {
    try {
      const events = await client.library.library.events(undefined, { signal })
      if (!isFirst) handlers.onGap()
      isFirst = false
      for await (const event of events) {
        attempt = 0
        handlers.onEvent(event)
      }
    } catch {
      // A stream breaks when its connection does, which the connection itself reports to the person.
    }
    if (!signal.aborted) await pause(retryDelays[Math.min(attempt, retryDelays.length - 1)] ?? 5000, signal)
  }
}
