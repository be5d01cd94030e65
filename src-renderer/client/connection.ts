import { createORPCClient, type ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { ref, type Ref } from 'vue'
import type { LibraryContract } from '../../src-main/contract/library/contract.ts'
import type { ShellContract } from '../../src-main/contract/shell/contract.ts'
import type { LibraryEvent } from '../../src-main/contract/library/events.ts'

/** Every call that the page can make: to the library and to the program around the window. */
export type Client = ContractRouterClient<{ library: LibraryContract; shell: ShellContract }>

/**
 * `connecting` only before the first success; `lost` while reconnecting; `refused` while the server that answers does
 * not know this page; `closed` for a page that was opened without the token.
 */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'closed'

export type Connection = { client: Client; state: Ref<ConnectionState> }

export type Link = Pick<ClientLink<Record<never, never>>, 'call'>

/** Delays before attempts to reconnect, in milliseconds; the last one repeats. */
const retryDelays = [300, 600, 1200, 2500, 5000]

/**
 * Maintains one link. `open` creates a link and calls `onOpen` and `onLost` as its transport connects and disconnects.
 * Calls made in between wait for the next link, so that a short interruption only costs time.
 */
export function keepConnected(
  open: (handlers: { onOpen: (link: Link) => void; onLost: (isRefused?: boolean) => void }) => void,
): Connection {
  const state = ref<ConnectionState>('connecting')
  let link: Link | null = null
  let attempt = 0
  let waiting: ((link: Link) => void)[] = []

  const onOpen = (next: Link): void => {
    link = next
    attempt = 0
    state.value = 'open'
    for (const resolve of waiting.splice(0)) resolve(next)
  }
  const onLost = (isRefused = false): void => {
    link = null
    if (isRefused) state.value = 'refused'
    else if (state.value !== 'connecting') state.value = 'lost'
    const delay = retryDelays[Math.min(attempt, retryDelays.length - 1)] ?? 5000
    attempt += 1
    if (attempt > 2 && !isRefused) state.value = 'lost'
    setTimeout(start, delay)
  }
  const start = (): void => open({ onOpen, onLost })
  const current = (): Promise<Link> =>
    link
      ? Promise.resolve(link)
      : new Promise((resolve) => {
          waiting = [...waiting, resolve]
        })

  start()
  const client: Client = createORPCClient({
    call: async (path, input, options) => (await current()).call(path, input, options),
  })
  return { client, state }
}

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
