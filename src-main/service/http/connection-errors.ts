import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'

const known: Readonly<Record<string, [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers or the address of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}
const malformed: [number, string] = [
  400,
  'The request is malformed. Characters such as spaces and letters beyond ASCII must be percent-encoded in its address, also those inside image_url.',
]
/**
 * How long a connection is read after the last answer: if it were closed at once, bytes still arriving would make the
 * client lose the answer.
 */
const LINGER_MS = 2000

/** The newest request on a connection, and the responses that its client still waits for. */
type Connection = { newest: IncomingMessage; owed: Set<ServerResponse> }

/**
 * Answers once what the HTTP parser refuses, and closes the connection. The refused bytes are never interpreted (RFC
 * 9112, section 3): on a reused connection they may begin inside the previous request's body. No answer is written if
 * it could be taken for that of another request.
 */
export class ConnectionErrors {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #refused = new WeakSet<Socket>()

  /** Tracks which requests of a server still wait for their responses. */
  watch(server: Server): void {
    server.prependListener('request', (request, response) => {
      const { socket } = request
      const owed = this.#connections.get(socket)?.owed ?? new Set()
      this.#connections.set(socket, { newest: request, owed: owed.add(response) })
      response.once('close', () => owed.delete(response))
    })
  }

  /** Handles an error of the parser, of a time limit or of the connection itself. */
  answer(error: ConnectionError, socket: Socket): void {
    if (this.#refused.has(socket)) return
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    this.#refused.add(socket)
    if (this.#mayAnswer(socket)) end(socket, writeAnswer(...(known[error.code] ?? malformed)))
    else this.#endAfterResponses(socket)
  }

  /** Either no request is open, or the error is in the body of the only one, which has no answer yet. */
  #mayAnswer(socket: Socket): boolean {
    const { newest, owed } = this.#connections.get(socket) ?? { owed: new Set<ServerResponse>() }
    if (!newest || newest.complete) return owed.size === 0
    const [only] = owed
    return owed.size === 1 && !only!.headersSent
  }

  #endAfterResponses(socket: Socket): void {
    const owed = this.#connections.get(socket)?.owed ?? new Set()
    if (owed.size === 0) return end(socket)
    for (const response of owed) response.once('close', () => owed.size === 0 && end(socket))
  }
}

function end(socket: Socket, answer = ''): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(answer)
}

function writeAnswer(status: number, text: string): string {
  const body = `${JSON.stringify({ result: {}, status: { type: 'error', text } })}\n`
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
