import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Forwards connections to a port of this machine, and counts the bytes in both directions. */
export type CountingProxy = { port: number; bytes(): number; close(): Promise<void> }

export async function openCountingProxy(toPort: number): Promise<CountingProxy> {
  const sockets = new Set<Socket>()
  let bytes = 0
  const server = createServer((client) => {
    const upstream = connect(toPort, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => (bytes += data.length))
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
