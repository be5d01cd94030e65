import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { isHandedOver, serveRepaired } from './repair-request-line.ts'

const known: Readonly<Record<string, [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers or the address of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/**
 * Mends requests whose address was not percent-encoded; answers what is no HTTP request at all, or one that never
 * ended, and closes the connection.
 */
export function answerConnectionError(server: Server, error: ConnectionError, socket: Socket): void {
  if (isHandedOver(socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  if (error.code.startsWith('HPE_INVALID') && serveRepaired(server, socket, error.rawPacket)) return
  const [status, text] = known[error.code] ?? [
    400,
    'The request is malformed; percent-encode spaces and other signs in its address.',
  ]
  const body = JSON.stringify({ result: {}, status: { type: 'error', text } })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
