import type { Connection } from './connection.ts'
import { followNewToken, takePageToken } from './page-token.ts'
import { connectByPorts } from './port-connection.ts'
import { connectByWebSocket, neverConnected } from './websocket-connection.ts'

/** Ports in a desktop window, a socket in a browser; the layers above cannot tell which. */
export function connect(page: Window): Connection {
  const bridge = page.lumafold
  if (bridge) return connectByPorts(page, () => bridge.connect())
  followNewToken(page)
  const token = takePageToken(page)
  return token === null ? neverConnected() : connectByWebSocket(page.location.href, token)
}
