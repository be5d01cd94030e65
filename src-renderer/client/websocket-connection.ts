import { RPCLink } from '@orpc/client/websocket'
import { keepConnected, type Connection } from './connection.ts'

/** The address of the page's own server for calls: `/rpc` on the same host, over the same kind of security. */
export function rpcAddress(page: string): string {
  const url = new URL('/rpc', page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** One socket that serves the library and the shell; opened again with growing waits when it drops. */
export function connectByWebSocket(page: string): Connection {
  return keepConnected(({ onOpen, onLost }) => {
    const websocket = new WebSocket(rpcAddress(page))
    const link = new RPCLink({ websocket })
    websocket.addEventListener('open', () => onOpen(link), { once: true })
    websocket.addEventListener('close', onLost, { once: true })
  })
}
