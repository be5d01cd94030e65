import { SECOND_WINDOW_PATH } from '../../src-main/contract/shell/second-window-path.ts'
import { callAhead } from './calls-ahead.ts'
import type { Connection, Link } from './connection.ts'
import { followNewToken, takePageToken } from './page-token.ts'
import { connectByPorts } from './port-connection.ts'
import { connectByWebSocket, neverConnected } from './websocket-connection.ts'

/** Ports in a desktop window, a socket in a browser; the layers above cannot tell which. */
export function connect(page: Window): Connection {
  const bridge = page.lumafold
  const isSecond = page.location.pathname === SECOND_WINDOW_PATH
  const wrap = (link: Link): Link => (isSecond ? link : callAhead(link, page.localStorage))
  if (bridge) return connectByPorts(page, () => bridge.connect(), wrap)
  followNewToken(page)
  const token = takePageToken(page)
  return token === null ? neverConnected() : connectByWebSocket(page.location.href, token, wrap)
}
