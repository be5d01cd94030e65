import { RPCLink } from '@orpc/client/websocket'
import { keepConnected, type Connection, type Link } from './connection.ts'

/** The address of the page's own server for calls: `/rpc` on the same host, over TLS if the page is. */
export function rpcAddress(page: string, token: string): string {
  const url = new URL('/rpc', page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('token', token)
  return url.href
}

/**
 * True if a server answers, but requires a token that this page does not have: it was restarted. A socket's failure
 * does not show that.
 */
export async function isRefused(page: string, token: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(new URL('/session', page), { cache: 'no-store', headers })).status === 401
  } catch {
    return false // Nobody answers: the next attempt will show.
  }
}

/** One socket for the library and the shell; reopened with growing delays when it drops. */
export function connectByWebSocket(page: string, token: string, wrap?: (link: Link) => Link): Connection {
  return keepConnected(({ onOpen, onLost }) => {
    const websocket = new WebSocket(rpcAddress(page, token))
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
    websocket.addEventListener('close', () => (wasOpen ? onLost() : void isRefused(page, token).then(onLost)), {
      once: true,
    })
  }, wrap)
}

/** For a page that was opened without the token: it can only show how to open the program. */
export function neverConnected(): Connection {
  const connection = keepConnected(() => undefined)
  connection.state.value = 'closed'
  return connection
}
