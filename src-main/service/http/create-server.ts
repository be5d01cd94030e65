import { randomUUID } from 'node:crypto'
import { METHODS as KNOWN_METHODS } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { RouteDependencies } from './route-dependencies.ts'
import { authenticate } from './credentials.ts'
import { ConnectionErrors } from './connection-error.ts'
import { describeError, versionOf } from './envelopes.ts'
import type { Gate } from './admission.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Route } from './route.ts'
import { serveHealth } from './serve-health.ts'
import { serveRoute } from './serve-route.ts'
import { ServiceError } from '../errors/service-error.ts'
import { toServiceError } from './to-service-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type as it was sent. */
    bodyType: string
    accountId: string
    /** Whether the client went away before its answer. */
    hasLeft: boolean
    /** When its head was read, by `performance.now`; the framework keeps this only where it writes the log. */
    startMs: number
  }
}

/**
 * Limits against slow and greedy clients; times in milliseconds, sizes in bytes. Buffered bodies take about four times
 * their size while they are read.
 */
export type ServerLimits = {
  headersMs: number
  requestMs: number
  bodyIdleMs: number
  headerBytes: number
  bufferedBytes: number
  connections: number
}
const standardLimits: ServerLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  bodyIdleMs: 30_000,
  headerBytes: 32 * 1024,
  bufferedBytes: 160 * 1024 * 1024,
  connections: 4000,
}

export type ServerOptions = {
  parts: RouteDependencies
  routes: readonly Route[]
  gate: Gate
  limits?: Partial<ServerLimits> | undefined
  openMetrics?: boolean | undefined
}

/** Every method that the HTTP parser lets through: a wrong one is told apart from a wrong address. */
const METHODS = KNOWN_METHODS.filter((method) => method !== 'CONNECT')
/** Counted where a client went away before its answer; never sent. */
const CLIENT_LEFT = 499
const OWN_ID = /^[\w.-]{1,64}$/

/**
 * The HTTP server over the routes, not yet listening. It answers every error in the envelope of the version asked for.
 */
export function createServer({
  parts,
  routes,
  gate,
  limits: given,
  openMetrics = false,
}: ServerOptions): FastifyInstance {
  const limits = { ...standardLimits, ...given }
  const connectionErrors = new ConnectionErrors()
  const server: FastifyInstance = fastify({
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => pickId(headers['x-request-id']),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 65_000,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(5000, limits.headersMs / 2),
    },
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => connectionErrors.answer(error, socket),
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error, parts),
  })
  connectionErrors.watch(server.server)
  server.server.maxConnections = limits.connections
  // A client that asks first whether to send its body is answered when the body is wanted.
  server.server.on('checkContinue', (request, response) => void server.server.emit('request', request, response))
  // Other expectations are none of this server's: they are passed over rather than answered with a bare 417.
  server.server.on('checkExpectation', (request, response) => void server.server.emit('request', request, response))
  const metrics = createMetrics(() => parts.analysis.state(), gate.active)
  server
    .decorateRequest('bodyType', '')
    .decorateRequest('accountId', '')
    .decorateRequest('hasLeft', false)
    .decorateRequest('startMs', 0)
  takeAnyBody(server)
  server.addHook('onRequest', async (request, reply) => {
    request.startMs = performance.now()
    reply.header('x-request-id', request.id)
    // Unlike the hook after an answer, this also comes where a client went away.
    reply.raw.once('close', () => {
      request.hasLeft = !reply.raw.writableFinished
      report(request, reply, metrics, parts)
    })
  })
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error, parts))
  serveHealth(server, { metrics, gate, state: () => parts.analysis.state(), openMetrics })
  serveRoutes(server, routes, { parts, gate, budget: { free: limits.bufferedBytes }, bodyIdleMs: limits.bodyIdleMs })
  server.setNotFoundHandler(async (request) => {
    if (/^\/v[12](?:[/?]|$)/.test(request.url)) await authenticate(request.headers.authorization, parts.accounts)
    throw new ServiceError(404, `There is no endpoint at ${request.url.split('?', 1)[0]!.slice(0, 200)}.`)
  })
  return server
}

/** Bodies stay streams for the routes to read. The framework would refuse odd types itself, so it is not shown any. */
function takeAnyBody(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.addHook('onRequest', async (request) => {
    request.bodyType = request.headers['content-type'] ?? ''
    delete request.raw.headers['content-type']
  })
}

function serveRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  options: Parameters<typeof serveRoute>[1],
): void {
  for (const method of METHODS) if (!server.supportedMethods.includes(method)) server.addHttpMethod(method)
  for (const [path, those] of Map.groupBy(routes, ({ path }) => path)) {
    const url = path.replace(/:entry_id$/, '*')
    for (const route of those)
      server.route({ method: route.method, url, config: { path }, handler: serveRoute(route, options) })
    const allowed = those.map(({ method }) => method)
    const others = METHODS.filter((method) => !allowed.some((known) => known === method))
    const allow = allowed.join(', ')
    const refuse = async ({ method, headers }: FastifyRequest): Promise<never> => {
      await authenticate(headers.authorization, options.parts.accounts)
      throw new ServiceError(405, `${method} is not possible here; ${allow} ${allowed.length > 1 ? 'are' : 'is'}.`, {
        allow,
      })
    }
    server.route({ method: others, url, config: { path }, handler: refuse })
  }
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { log }: RouteDependencies,
): FastifyReply {
  const told = toServiceError(error, request.id)
  if (told.status === 500 && !request.hasLeft)
    log.error('a request failed', {
      requestId: request.id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  // A client that still waits to be asked for its body never sends it, and what comes next would be taken for it.
  if (request.headers.expect !== undefined && !request.raw.complete) reply.header('connection', 'close')
  return reply
    .code(told.status)
    .headers(told.headers)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(describeError(told, versionOf(request.url)))
}

/** The address asked for is not written down: it may hold addresses of pictures that are secret. */
function report(request: FastifyRequest, reply: FastifyReply, metrics: Metrics, { log }: RouteDependencies): void {
  const route = (request.routeOptions.config as { path?: string }).path ?? request.routeOptions.url ?? 'unknown'
  const seen = { route, method: request.method, status: request.hasLeft ? CLIENT_LEFT : reply.statusCode }
  const ms = performance.now() - request.startMs
  metrics.observe({ ...seen, seconds: ms / 1000 })
  log.info('request', {
    requestId: request.id,
    ...seen,
    ms: Math.round(ms),
    account: request.accountId,
    client: request.ip,
  })
}

function pickId(given: string | string[] | undefined): string {
  return typeof given === 'string' && OWN_ID.test(given) ? given : randomUUID()
}
