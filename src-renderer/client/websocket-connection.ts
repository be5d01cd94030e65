import { RPCLink } from '@orpc/client/websocket'
import { keepConnected, type Connection } from './connection.ts'

/** The address of the page's own server for calls: `/rpc` on the same host, over the same kind of security. */
export function rpcAddress(page: string, token: string): string {
  const url = new URL('/rpc', page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('token', token)
  return url.href
}

/**
 * True where a server answers, but wants a token that this page does not have: it was started again. A socket's failure
 * does not tell.
 */
export async function isRefused(page: string, token: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(new URL('/session', page), { cache: 'no-store', headers })).status === 401
  } catch {
    return false // nobody answers: the next try will tell
  }
}

/** One socket that serves the library and the shell; opened again with growing waits when it drops. */
export function connectByWebSocket(page: string, token: string): Connection {
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
  })
}

/** For a page that was opened without the token: it can only say how the program is opened. */
export function neverConnected(): Connection {
  const connection = keepConnected(() => undefined)
  connection.state.value = 'closed'
  return connection
}
