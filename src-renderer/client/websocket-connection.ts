import { RPCLink } from '@orpc/client/websocket'
import { keepConnected, type Connection } from './connection.ts'

/** The address of the page's own server for calls: `/rpc` on the same host, over the same kind of security. */
export function rpcAddress(page: string): string {
  const url = new URL('/rpc', page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/**
 * True where a server answers, but wants a token that this page does not have: it was started again. A socket's failure
 * does not tell.
 */
export async function isRefused(page: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/', page), { cache: 'no-store' })).status === 401
  } catch {
    return false // nobody answers: the next try will tell
  }
}

/** One socket that serves the library and the shell; opened again with growing waits when it drops. */
export function connectByWebSocket(page: string): Connection {
  return keepConnected(({ onOpen, onLost }) => {
    const websocket = new WebSocket(rpcAddress(page))
    const link = new RPCLink({ websocket })
    let wasOpen = false
    websocket.addEventListener(
      'open',
      () => {
        wasOpen = true
        onOpen(link)
      },
      { once: true },
    )
    websocket.addEventListener('close', () => (wasOpen ? onLost() : void isRefused(page).then(onLost)), { once: true })
  })
}
