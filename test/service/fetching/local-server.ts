import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A real server on 127.0.0.1 that closes when the test ends; returns its address without a slash at the end. */
export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  return listen(createServer(listener), host)
}

/** Like `serve`, for answers that no HTTP server would give. */
export async function serveSocket(listener: (socket: Socket) => void): Promise<string> {
  return listen(
    createSocketServer((socket) => listener(socket.on('error', () => undefined))),
    '127.0.0.1',
  )
}

async function listen(server: Server, host: string): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://${host}:${(server.address() as AddressInfo).port}`
}
