import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { AddressLimit } from '../accounts/address-limit.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type Access, closedAccess } from './access.ts'
import { allowOrigins } from './allow-origins.ts'
import { authenticate } from './authenticate.ts'
import { checkHosts } from './check-hosts.ts'
import { readClients } from './client-address.ts'
import { ConnectionErrors } from './connection-errors.ts'
import { createMetrics } from './metrics.ts'
import { registerRoutes } from './register-routes.ts'
import { reportRequests } from './report-requests.ts'
import type { RequestAdmission } from './request-admission.ts'
import type { Route } from './route.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { sendError } from './send-error.ts'
import { type HealthOptions, serveHealth } from './serve-health.ts'
import { createTlsServer } from './tls/create-tls-server.ts'
import type { FollowedCertificate } from './tls/followed-certificate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type as sent. */
    bodyType: string
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

type ServerOptions = {
  dependencies: RouteDependencies
  routes: readonly Route[]
  admission: RequestAdmission
  limits?: Partial<ServerLimits> | undefined
  access?: Access | undefined
  /** With it the server speaks HTTPS. The metrics server still uses HTTP: it takes no credentials. */
  certificate?: FollowedCertificate | undefined
}

type Servers = {
  server: FastifyInstance
  /** Metrics and health on a separate port for operators; null if they have none. */
  metricsServer: FastifyInstance | null
}

/**
 * How often per minute an address may get 401 or 404; beyond that it gets 429. A program that checks whether things
 * exist asks less often, a scanner thousands of times.
 */
const MAX_FAULTS = 600

/**
 * The HTTP server for the routes, and that for its metrics, not listening yet. Every error is answered in the envelope
 * of the requested version.
 */
export function createServers(options: ServerOptions): Servers {
  const { dependencies, routes, admission, access = closedAccess, certificate } = options
  const limits = { ...standardLimits, ...options.limits }
  const connectionErrors = new ConnectionErrors()
  const errors = { log: dependencies.log, floods: new AddressLimit(MAX_FAULTS, () => performance.now()) }
  const settings = frameworkOptions(limits)
  const server: FastifyInstance = fastify({
    ...settings,
    // one server for all addresses, see `listenElsewhere` of start-service.ts
    serverFactory: (handler: RequestListener): Server =>
      certificate ? createTlsServer(handler, certificate, settings) : createHttpServer(handler, settings),
    clientErrorHandler: (error, socket) => connectionErrors.answer(error, socket),
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error, errors),
  })
  connectionErrors.watch(server.server)
  server.server.maxConnections = limits.connections
  answerExpectations(server)
  const state = () => dependencies.analysis.state()
  const metrics = createMetrics(state, () => admission.active)
  keepBodies(server)
  endLines(server)
  endConnections(server, admission)
  readClients(server, access.proxies)
  reportRequests(server, metrics, dependencies.log)
  checkHosts(server, access.hosts)
  allowOrigins(server, access.origins)
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error, errors))
  const health = { metrics, admission, state, hasRoom: () => dependencies.uploads.hasRoom() }
  serveHealth(server, health, { token: access.metricsToken })
  const { bufferedBytes: free, bodyIdleMs } = limits
  const { floods } = errors
  registerRoutes(server, routes, { dependencies, admission, floods, budget: { free }, bodyIdleMs })
  server.setNotFoundHandler(async (request) => {
    const { url } = request
    if (/^\/v[12](?:[/?]|$)/.test(url)) await authenticate(request, dependencies.accounts)
    throw new ServiceError(404, `There is no endpoint at ${url.split('?', 1)[0]!.slice(0, 200)}.`)
  })
  return { server, metricsServer: access.metricsAt ? createMetricsServer(health, limits) : null }
}

function createMetricsServer(health: HealthOptions, limits: ServerLimits): FastifyInstance {
  const server: FastifyInstance = fastify(frameworkOptions(limits))
  checkHosts(server, [])
  endLines(server)
  serveHealth(server, health, 'everyone')
  return server
}

function frameworkOptions(limits: ServerLimits) {
  return {
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => chooseId(headers['x-request-id']),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 65_000,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(5000, limits.headersMs / 2),
    },
    forceCloseConnections: true,
  } as const satisfies FastifyHttpOptions<Server>
}

function createHttpServer(handler: RequestListener, settings: ReturnType<typeof frameworkOptions>): Server {
  const { http, requestTimeout, keepAliveTimeout } = settings
  return createServer({ ...http, requestTimeout, keepAliveTimeout }, handler)
}

/**
 * A client that first asks whether to send its body gets the answer when the body is read. Other expectations are
 * ignored rather than answered with a bare 417.
 */
function answerExpectations({ server }: FastifyInstance): void {
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (request, response) => void server.emit('request', request, response))
}

/**
 * Bodies stay streams for the routes to read. The framework itself would refuse unknown types, so the Content-Type is
 * hidden from it.
 */
function keepBodies(server: FastifyInstance): void {
  server.decorateRequest('bodyType', '')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.addHook('onRequest', async (request) => {
    request.bodyType = request.headers['content-type'] ?? ''
    delete request.raw.headers['content-type']
  })
}

/** Text answers end with a line break, so that a shell's prompt begins on a new line. */
function endLines(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' && payload !== '' && !payload.endsWith('\n') ? `${payload}\n` : payload,
  )
}

/** A draining service asks for new connections, which the balancer then opens to another node. */
function endConnections(server: FastifyInstance, admission: RequestAdmission): void {
  server.addHook('onSend', async (_request, reply, payload) => {
    if (admission.isDraining) reply.header('connection', 'close')
    return payload
  })
}

/** Request ids of clients that are adopted. */
const CLIENT_ID = /^[\w.-]{1,64}$/

function chooseId(given: string | string[] | undefined): string {
  return typeof given === 'string' && CLIENT_ID.test(given) ? given : randomUUID()
}
