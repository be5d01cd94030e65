import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type Server as Listener } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/**
 * Makes a server that listens on the first address of a host listen on the others, too; `localhost` for example has one
 * of each family. They pass their connections to that server, so that all follow the same rules; the framework would
 * create a server for each, without some of the handlers. Unavailable addresses are left out.
 */
export async function listenElsewhere(server: Server, host: string): Promise<{ close(): void }> {
  const { address: first, port } = server.address() as AddressInfo
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address)
  const others = [...new Set(addresses)].filter((address) => address !== first)
  const listeners = await Promise.all(others.map((address) => listen(server, address, port)))
  // their connections end with those of the server
  return { close: () => listeners.forEach((listener) => listener?.close()) }
}

async function listen(server: Server, host: string, port: number): Promise<Listener | null> {
  // the same settings as the server uses for its own
  const options = { noDelay: true, allowHalfOpen: !(server instanceof TlsServer) }
  const listener = createServer(options, (socket) => server.emit('connection', socket))
  listener.maxConnections = server.maxConnections
  listener.listen({ host, port })
  try {
    await once(listener, 'listening')
    return listener
  } catch {
    return null // the machine lacks this family, or another program has the address
  }
}
