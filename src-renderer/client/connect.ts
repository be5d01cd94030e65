import type { Connection } from './connection.ts'
import { connectByPorts } from './port-connection.ts'
import { connectByWebSocket } from './websocket-connection.ts'

/** Ports in a desktop window, a socket in a browser; nothing above can tell which. */
export function connect(page: Window): Connection {
  const bridge = page.lumafold
  return bridge ? connectByPorts(page, () => bridge.connect()) : connectByWebSocket(page.location.href)
}
