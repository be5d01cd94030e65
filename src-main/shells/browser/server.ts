import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { RPCHandler } from '@orpc/server/ws'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Core } from '../../core/core.ts'
import type { Log } from '../../core/host/log.ts'
import { pageHeaders } from '../page-policy.ts'
import type { AllowedFolders } from './allowed-folders.ts'
import { createAccess, type Access } from './access.ts'
import { closedPage } from './closed-page.ts'
import { FolderQuestions, type PersonAtMachine } from './folder-questions.ts'
import { servePage } from './page.ts'
import { servePictures } from './pictures.ts'
import { createShellCalls } from './shell-calls.ts'
import { serveTiles } from './tiles.ts'

/** A change of five million photos names them all. */
const LARGEST_MESSAGE_BYTES = 48 * 1024 * 1024

export type BrowserShellOptions = {
  core: Pick<Core, 'router' | 'hostCalls' | 'serveImage' | 'serveTile'>
  /** Folder of the built page. */
  rendererDir: string
  allowed: AllowedFolders
  person: PersonAtMachine
  /** 0 for any free one. */
  port: number
  log: Log
}

/** `address` carries the token: whoever has it can open the library. */
export type BrowserShell = { address: string; port: number; close(): Promise<void> }

/** Serves one library to browsers on this machine. Rejects where the port is taken. */
export async function startBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const access = createAccess()
  const server = Fastify({ logger: false, forceCloseConnections: true })
  await server.register(websocket, { options: { maxPayload: LARGEST_MESSAGE_BYTES } })
  guardAll(server, access)
  serveCalls(server, options)
  servePictures(server, options.core.serveImage, options.log)
  serveTiles(server, options.core.serveTile, options.log)
  await servePage(server, options.rendererDir)
  await server.listen({ host: '127.0.0.1', port: options.port })
  const port = portOf(server)
  return { address: `http://127.0.0.1:${port}/?token=${access.token}`, port, close: () => server.close() }
}

/** Every request passes here first: connections to `/rpc` as well as pages and pictures. */
function guardAll(server: FastifyInstance, access: Access): void {
  server.addHook('onRequest', async (request, reply) => {
    const port = portOf(server)
    reply.headers(pageHeaders([`ws://127.0.0.1:${port}`, `ws://localhost:${port}`]))
    const foreign = access.findForeign(request.raw, port)
    if (foreign) return reply.code(403).type('text/plain').send(foreign)
    const { token } = request.query as { token?: unknown }
    if (token !== undefined && request.method === 'GET' && access.hasToken(token)) {
      return reply.header('set-cookie', access.cookie(port)).header('cache-control', 'no-store').redirect('/', 303)
    }
    if (!access.hasCookie(request.raw, port))
      return reply.code(401).header('cache-control', 'no-store').type('text/html').send(closedPage)
    return undefined
  })
}

function serveCalls(server: FastifyInstance, { core, allowed, person, log }: BrowserShellOptions): void {
  const questions = new FolderQuestions(allowed, person)
  const handler = new RPCHandler({
    library: core.router,
    shell: createShellCalls({ host: core.hostCalls, allowed, questions, log }),
  })
  server.get('/rpc', { websocket: true }, (socket) => {
    socket.on('error', (error) => log.warn('A window connection failed', { error: error.message }))
    void handler.upgrade(socket)
  })
}

function portOf(server: FastifyInstance): number {
  return (server.server.address() as AddressInfo).port // always an address: the server listens on a port, not on a pipe
}
