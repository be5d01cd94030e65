import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type Server as Listener } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/**
 * Has a server that listens on the first address of a host listen on the others, too, as `localhost` has one of each
 * family. They hand their connections to that server, so that all are served by the same rules; the framework's own
 * way makes a server for each, which has not all of its handlers. An address that cannot be had is left out.
 */
export async function listenElsewhere(server: Server, host: string): Promise<{ close(): void }> {
  const { address: first, port } = server.address() as AddressInfo
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address)
  const others = [...new Set(addresses)].filter((address) => address !== first)
  const listeners = await Promise.all(others.map((address) => listen(server, address, port)))
  // their connections end with the server's
  return { close: () => listeners.forEach((listener) => listener?.close()) }
}

async function listen(server: Server, host: string, port: number): Promise<Listener | null> {
  // as the server does with its own
  const options = { noDelay: true, allowHalfOpen: !(server instanceof TlsServer) }
  const listener = createServer(options, (socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.listen({ host, port })
  try {
    await once(listener, 'listening')
    return listener
  } catch {
    return null // of a family that this machine lacks, or taken by another program
  }
}
