import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { RPCHandler } from '@orpc/server/ws'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Core } from '../../core/core.ts'
import type { Log } from '../../core/host/log.ts'
import type { AllowedFolders } from './allowed-folders.ts'
import { createAccess, type Access } from './access.ts'
import { serveFilms } from './films.ts'
import { FolderQuestions, type PersonAtMachine } from './folder-questions.ts'
import { demandToken, guardAll, keyedAddress, serveWithKey } from './guard.ts'
import { serveOpeningPage } from './opening-page.ts'
import { servePage } from './page.ts'
import { servePictures } from './pictures.ts'
import { Programs, programsFile } from '../programs/programs.ts'
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
  guardAll(server, access, () => portOf(server))
  serveCalls(server, access, options)
  await serveWithKey(server, access, (keyed) => {
    servePictures(keyed, options.core.serveImage, options.log)
    serveTiles(keyed, options.core.serveTile, options.log)
    serveFilms(keyed, options.core.hostCalls, options.log)
  })
  serveOpeningPage(server)
  await servePage(server, options.rendererDir)
  await server.listen({ host: '127.0.0.1', port: options.port })
  const port = portOf(server)
  // Behind the hash, the token goes to the page alone: no server sees it, and no log of one.
  return { address: `http://127.0.0.1:${port}/#token=${access.token}`, port, close: () => server.close() }
}

function serveCalls(
  server: FastifyInstance,
  access: Access,
  { core, allowed, person, log }: BrowserShellOptions,
): void {
  const questions = new FolderQuestions(allowed, person)
  const handler = new RPCHandler({
    library: core.router,
    shell: createShellCalls({
      host: core.hostCalls,
      allowed,
      questions,
      log,
      programs: new Programs({ file: programsFile() }),
      pictures: keyedAddress(access),
    }),
  })
  server.get('/rpc', { websocket: true, onRequest: demandToken(access) }, (socket) => {
    socket.on('error', (error) => log.warn('A window connection failed', { error: error.message }))
    void handler.upgrade(socket)
  })
}

function portOf(server: FastifyInstance): number {
  return (server.server.address() as AddressInfo).port // always an address: the server listens on a port, not on a pipe
}
