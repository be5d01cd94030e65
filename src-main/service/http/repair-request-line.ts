import { Duplex } from 'node:stream'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const REQUEST_LINE = /^([A-Z]{3,10}) (\/.*) HTTP\/1\.[01]$/
/** What may not stand in an address: spaces, control characters and bytes of letters beyond ASCII. */
const FORBIDDEN = /[\x00-\x20\x7f-\xff]/g

/**
 * Serves a request whose address was not percent-encoded, which the HTTP parser has refused: its first line is mended
 * and the connection
 * given to the server anew, for this one request. False where something else is wrong with it.
 */
export function serveRepaired(server: Server, socket: Socket, packet: unknown): boolean {
  const mended = Buffer.isBuffer(packet) ? mendFirstLine(packet) : null
  if (mended === null) return false
  const tunnel = connectAnew(Object.assign(socket, { isHandedOver: true }))
  server.emit('connection', tunnel)
  tunnel.push(mended)
  return true
}

/**
 * Whether a connection goes on under another parser; what its first one still complains of, such as headers that never
 * came, is void.
 */
export const isHandedOver = (socket: Socket): boolean => 'isHandedOver' in socket

/**
 * The connection ends with the answer: kept open, each further request of the kind would pile one more stream upon it.
 */
function mendFirstLine(packet: Buffer): Buffer | null {
  const end = packet.indexOf('\r\n')
  const parts = end < 0 ? null : REQUEST_LINE.exec(packet.toString('latin1', 0, end))
  if (!parts) return null
  const [, method, target = ''] = parts
  const encoded = target.replace(
    FORBIDDEN,
    (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
  if (encoded === target) return null
  return Buffer.concat([
    Buffer.from(`${method} ${encoded} HTTP/1.1\r\nConnection: close`, 'latin1'),
    packet.subarray(end),
  ])
}

/** A stream over a socket that an HTTP parser has given up on. */
function connectAnew(socket: Socket): Duplex & { remoteAddress?: string | undefined } {
  const tunnel = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error')
  socket.on('data', (chunk) => tunnel.push(chunk) || socket.pause())
  socket.on('end', () => tunnel.push(null))
  socket.on('error', (error) => tunnel.destroy(error))
  socket.on('close', () => tunnel.destroy())
  return Object.assign(tunnel, { remoteAddress: socket.remoteAddress, setTimeout: socket.setTimeout.bind(socket) })
}
