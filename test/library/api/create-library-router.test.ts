import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as HttpLink } from '@orpc/client/fetch'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { RPCHandler as HttpHandler } from '@orpc/server/node'
import { RPCHandler as SocketHandler } from '@orpc/server/ws'
import { WebSocket, WebSocketServer } from 'ws'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { describeLibraryApi, type LibraryClient } from './describe-library-api.ts'

describeLibraryApi('in this process', (library) => ({ client: library.calls, close() {} }))

describeLibraryApi('over a message port', (library) => {
  const { port1, port2 } = new MessageChannel()
  new PortHandler(library.router).upgrade(port1)
  port1.start()
  port2.start()
  return {
    client: createORPCClient<LibraryClient>(new PortLink({ port: port2 })),
    close() {
      port1.close()
      port2.close()
    },
  }
})

async function listen(library: OpenLibrary) {
  const handler = new HttpHandler(library.router)
  const server = createServer((request, response) => {
    void handler.handle(request, response, { prefix: '/rpc' }).then(({ matched }) => {
      if (!matched) response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, port }
}

describeLibraryApi('over HTTP', async (library) => {
  const { server, port } = await listen(library)
  return {
    client: createORPCClient<LibraryClient>(new HttpLink({ url: `http://127.0.0.1:${port}/rpc` })),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
})

describeLibraryApi('over a WebSocket', async (library) => {
  const { server, port } = await listen(library)
  const handler = new SocketHandler(library.router)
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => void handler.upgrade(socket))
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  return {
    client: createORPCClient<LibraryClient>(new SocketLink({ websocket: socket as unknown as globalThis.WebSocket })),
    close() {
      socket.terminate()
      sockets.close()
      server.closeAllConnections()
      server.close()
    },
  }
})
