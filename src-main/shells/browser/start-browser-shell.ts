import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { RPCHandler } from '@orpc/server/ws'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { OpenLibrary, ServedImage } from '../../library/library.ts'
import type { Log } from '../../library/host/log.ts'
import type { AllowedFolders } from './allowed-folders.ts'
import { createAccess, type Access } from './access.ts'
import { FolderQuestions, type PersonAtMachine } from './folder-questions.ts'
import { demandToken, guardAll, keyedAddress, serveWithKey, addressOf } from './guard.ts'
import { serveOpeningPage } from './opening-page.ts'
import { Programs, programsFile } from '../programs/programs.ts'
import { createShellCalls } from './create-shell-calls.ts'
import { serveTiles } from './serve-tiles.ts'
import { AppError, stackOf } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import { parseFilmAddress } from '../../contract/library/film.ts'
import { openFilm } from '../films/open-film.ts'
import type { HostCalls } from '../shell-dispatch.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { parsePictureAddress, PROVISIONAL_VERSION } from '../../contract/library/picture.ts'
import { abortWithConnection } from './abort-with-connection.ts'

/** Large enough for a change that names five million photos. */
const MAX_MESSAGE_BYTES = 48 * 1024 * 1024

export type BrowserShellOptions = {
  library: Pick<OpenLibrary, 'router' | 'hostCalls' | 'serveImage' | 'serveTile'>
  /** Folder of the built page. */
  rendererDir: string
  allowed: AllowedFolders
  person: PersonAtMachine
  /** 0 for any free port. */
  port: number
  log: Log
}

/** `address` contains the token: whoever has it can open the library. */
export type BrowserShell = { address: string; port: number; close(): Promise<void> }

/** Serves one library to browsers on this machine. Rejects if the port is taken. */
export async function startBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const access = createAccess()
  const server = Fastify({ logger: false, forceCloseConnections: true })
  await server.register(websocket, { options: { maxPayload: MAX_MESSAGE_BYTES } })
  guardAll(server, access, () => portOf(server))
  serveCalls(server, access, options)
  await serveWithKey(server, access, (keyed) => {
    servePictures(keyed, options.library.serveImage, options.log)
    serveTiles(keyed, options.library.serveTile, options.log)
    serveFilms(keyed, options.library.hostCalls, options.log)
  })
  serveOpeningPage(server)
  await servePage(server, options.rendererDir)
  await server.listen({ host: '127.0.0.1', port: options.port })
  const port = portOf(server)
  // In the fragment, the token reaches only the page: no server or log sees it.
  return { address: `http://127.0.0.1:${port}/#token=${access.token}`, port, close: () => server.close() }
}

function serveCalls(
  server: FastifyInstance,
  access: Access,
  { library, allowed, person, log }: BrowserShellOptions,
): void {
  const questions = new FolderQuestions(allowed, person)
  const handler = new RPCHandler({
    library: library.router,
    shell: createShellCalls({
      host: library.hostCalls,
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
  return (server.server.address() as AddressInfo).port // never a pipe, which would have no port
}

/** Serves films to pages that play them; hidden ones are not found. */
function serveFilms(server: FastifyInstance, host: Pick<HostCalls, 'locateFilm'>, log: Log): void {
  server.get('/film/:id', async (request, reply) => {
    const id = parseFilmAddress(addressOf(request))
    if (id === null) return reply.code(404).send()
    try {
      const { status, headers, body } = await openFilm(await host.locateFilm({ id }), request.headers.range)
      return await reply
        .code(status)
        .headers(headers)
        .send(body ?? undefined)
    } catch (error) {
      if (!(error instanceof AppError)) log.error('A film could not be served', { error: stackOf(error) })
      return reply.code(404).header('cache-control', 'no-store').send()
    }
  })
}

/**
 * Serves the built page. Files in `assets` have a hash in their name and never change; the page itself is requested
 * each time.
 */
async function servePage(server: FastifyInstance, rendererDir: string): Promise<void> {
  if (!existsSync(join(rendererDir, 'index.html'))) throw new AppError('internal', say('programs.windowNotBuilt'))
  await server.register(fastifyStatic, {
    root: rendererDir,
    cacheControl: false,
    setHeaders(reply, path) {
      const isAsset = /[\\/]assets[\\/]/.test(path)
      void reply.header('cache-control', isAsset ? 'private, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The page itself interprets addresses inside the app, such as /photo-detail/12.
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (isPage) void reply.header('cache-control', 'no-cache').sendFile('index.html')
    else void reply.code(404).type('text/plain').send('Not found.')
  })
}

/**
 * Serves pictures. The version in the address changes with the picture, so a browser may keep it forever. A photo that
 * is not analysed yet has a provisional picture, or no content if none can be made quickly.
 */
function servePictures(server: FastifyInstance, serveImage: OpenLibrary['serveImage'], log: Log): void {
  server.get('/photo/:id/:kind', async (request, reply) => {
    const address = parsePictureAddress(addressOf(request))
    if (address === null) return reply.code(404).send()
    const isProvisional = address.version === PROVISIONAL_VERSION
    try {
      const picture = await serveImage({ ...address.request, signal: abortWithConnection(reply) })
      if (picture === null) return sendNothing(reply, isProvisional)
      const isForGood = address.version !== null && !isProvisional && picture.isProvisional !== true
      return sendPicture(request, reply, picture, isForGood)
    } catch (error) {
      return isProvisional ? sendNothing(reply, isProvisional) : sendFailure(reply, error, log)
    }
  })
}

/** A photo may have no picture before it is analysed, which is not an error. */
const sendNothing = (reply: FastifyReply, isProvisional: boolean) =>
  reply
    .code(isProvisional ? 204 : 404)
    .header('cache-control', 'no-store')
    .send()

function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: ServedImage, isForGood: boolean) {
  const tag = `"${picture.etag.replaceAll('"', '')}"`
  reply
    .header('etag', tag)
    .header('cache-control', isForGood ? 'private, max-age=31536000, immutable' : 'private, no-cache')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply
    .type(picture.type)
    .send(Buffer.from(picture.bytes.buffer, picture.bytes.byteOffset, picture.bytes.byteLength))
}

function sendFailure(reply: FastifyReply, error: unknown, log: Log) {
  if (reply.raw.destroyed) return reply.code(499).send()
  if (!(error instanceof AppError)) {
    log.error('A picture could not be served', {
      error: stackOf(error),
    })
    return reply.code(500).send()
  }
  const isAbsent = error.code === 'photo-not-found' || error.code === 'file-missing' || error.code === 'not-analysed'
  return reply
    .code(isAbsent ? 404 : 422)
    .header('cache-control', 'no-store')
    .type('text/plain')
    .send(error.message)
}
