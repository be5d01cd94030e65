import { createORPCClient, type ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { ref, type Ref } from 'vue'
import type { LibraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { ShellContract } from '../../src-main/contract/shell/contract.ts'

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
/** The delay before an attempt to reconnect, in milliseconds. */
export const retryDelay = (attempt: number): number => retryDelays[Math.min(attempt, retryDelays.length - 1)] ?? 5000

/**
 * Maintains one link. `open` creates a link and calls `onOpen` and `onLost` as its transport connects and disconnects.
 * Calls made in between wait for the next link, so that a short interruption only costs time. They go through `wrap`.
 */
export function keepConnected(
  open: (handlers: { onOpen: (link: Link) => void; onLost: (isRefused?: boolean) => void }) => void,
  wrap: (link: Link) => Link = (each) => each,
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
    const delay = retryDelay(attempt)
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
  const calls: Link = { call: async (path, input, options) => (await current()).call(path, input, options) }
  const client: Client = createORPCClient(wrap(calls))
  return { client, state }
}
