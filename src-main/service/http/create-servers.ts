import { randomUUID } from 'node:crypto'
import {
  createServer,
  type RequestListener,
  type Server,
  STATUS_CODES,
  type IncomingMessage,
  type ServerResponse,
  METHODS as KNOWN_METHODS,
} from 'node:http'
import fastify, {
  type FastifyInstance,
  type FastifyHttpOptions,
  type FastifyRequest,
  type ConnectionError,
  type FastifyReply,
} from 'fastify'
import { AddressLimit } from '../accounts/address-limit.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type Access, closedAccess } from './access.ts'
import type { RequestAdmission, AdmittedRequest } from './request-admission.ts'
import { readClients } from './client-address.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import type { Route, Answer } from './route.ts'
import { type HealthOptions, serveHealth } from './serve-health.ts'
import { createTlsServer } from './tls/create-tls-server.ts'
import type { FollowedCertificate } from './tls/followed-certificate.ts'
import type { FastifyCorsOptions } from '@fastify/cors'
import { isIP, type Socket } from 'node:net'
import { stackOf } from '../../contract/errors.ts'
import { ObjectStoreError } from '../ports/object-store.ts'
import { describeError, versionOf } from './envelopes.ts'
import { isOfDisk, toServiceError } from './to-service-error.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { isOn } from '../../contract/analysis/operations/values.ts'
import type { Account, Accounts } from '../ports/ports.ts'
import { UPLOAD_ID } from '../ports/upload-store.ts'
import { createReceive, type BufferBudget } from './given-picture.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { parseParameters, textOf } from './parameters.ts'
import { AUTHORIZATION_BYTES } from '../accounts/stored-accounts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type as sent. */
    bodyType: string
    accountId: string
    /** Whether the client left before its answer. */
    hasLeft: boolean
    /** When the request's head was read, by `performance.now`; the framework keeps it only when it writes the log. */
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
/** Request ids of clients that are adopted. */
const CLIENT_ID = /^[\w.-]{1,64}$/

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

/** Counted if a client left before its answer; never sent. */
const CLIENT_LEFT = 499

/** Counts and logs every finished request, and returns its id in a header. */
function reportRequests(server: FastifyInstance, metrics: Metrics, log: ServiceLog): void {
  server.decorateRequest('accountId', '').decorateRequest('hasLeft', false).decorateRequest('startMs', 0)
  server.addHook('onRequest', async (request, reply) => {
    request.startMs = performance.now()
    reply.header('x-request-id', request.id)
    // Unlike the hook after an answer, this is also called when a client left.
    reply.raw.once('close', () => {
      request.hasLeft = !reply.raw.writableFinished
      report(request, reply, metrics, log)
    })
  })
}

/** The requested address is not logged, because it may contain secret addresses of pictures. */
function report(request: FastifyRequest, reply: FastifyReply, metrics: Metrics, log: ServiceLog): void {
  const route = (request.routeOptions.config as { path?: string }).path ?? request.routeOptions.url ?? 'unknown'
  const answered = { route, method: request.method, status: request.hasLeft ? CLIENT_LEFT : reply.statusCode }
  const ms = performance.now() - request.startMs
  metrics.observe({ ...answered, seconds: ms / 1000 })
  log.info('request', {
    requestId: request.id,
    ...answered,
    ms: Math.round(ms),
    account: request.accountId,
    client: request.client,
  })
}

function chooseId(given: string | string[] | undefined): string {
  return typeof given === 'string' && CLIENT_ID.test(given) ? given : randomUUID()
}

/** Headers of answers that a page may read in addition to the default ones. */
const EXPOSED = [
  'Idempotency-Key',
  'Monthly-Limit',
  'Monthly-Limit-Remaining',
  'Monthly-Limit-Reset',
  'Retry-After',
  'X-Request-Id',
]
/** How long a browser may cache the permission, in seconds. */
const MAX_AGE = 600

/**
 * Allows pages of some origins to call the service from a browser (CORS). Cookies are not involved: such a page sends
 * key and secret in a header. Preflight requests are answered without credentials, any other OPTIONS as before.
 */
function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const options: FastifyCorsOptions = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept', 'Idempotency-Key', 'X-Request-Id'],
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE,
  }
  // Loaded only if an origin is allowed, because every start pays for what is loaded.
  void server.register(import('@fastify/cors'), {
    delegator: async (request: FastifyRequest) => ({ ...options, preflight: isPreflight(request) }),
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

const HOST = /^(?<name>\[[0-9a-f:.]+\]|[\w.-]*)(?::\d{1,5})?$/i

/**
 * Requests must have one Host (RFC 9112, section 3.2), else 400. If names are given, it must be one of them or of this
 * machine, else 403: a page of another name that leads here (DNS rebinding) can read nothing.
 */
function checkHosts(server: FastifyInstance, names: readonly string[]): void {
  server.addHook('onRequest', async ({ raw }) => {
    const name = readHost(raw)
    if (names.length === 0 || names.includes(name) || isOfThisMachine(name)) return
    throw new ServiceError(
      403,
      `This service is not called ${name}. Its owner says by which names it is reached, with --allow-host.`,
    )
  })
}

function readHost({ httpVersionMajor, httpVersionMinor, rawHeaders }: FastifyRequest['raw']): string {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'host')
  const isOld = httpVersionMajor < 1 || (httpVersionMajor === 1 && httpVersionMinor === 0)
  if (hosts.length > 1 || (hosts.length === 0 && !isOld))
    throw new ServiceError(400, 'A request must have one Host header.')
  const { name } = HOST.exec(hosts[0]?.trim() ?? '')?.groups ?? {}
  if (name === undefined) throw new ServiceError(400, 'The Host header is malformed: it is a name or an IP address.')
  return name.toLowerCase().replace(/\.$/, '')
}

/** An IP address is not a name that could lead elsewhere tomorrow. */
const isOfThisMachine = (name: string): boolean =>
  name === '' || name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0

const known: Readonly<Record<string, [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers or the address of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}
const malformed: [number, string] = [
  400,
  'The request is malformed. Characters such as spaces and letters beyond ASCII must be percent-encoded in its address, also those inside image_url.',
]
/**
 * How long a connection is read after the last answer: if it were closed at once, bytes still arriving would make the
 * client lose the answer.
 */
const LINGER_MS = 2000

/** The newest request on a connection, and the responses that its client still waits for. */
type Connection = { newest: IncomingMessage; owed: Set<ServerResponse> }

/**
 * Answers once what the HTTP parser refuses, and closes the connection. The refused bytes are never interpreted (RFC
 * 9112, section 3): on a reused connection they may begin inside the previous request's body. No answer is written if
 * it could be taken for that of another request.
 */
class ConnectionErrors {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #refused = new WeakSet<Socket>()

  /** Tracks which requests of a server still wait for their responses. */
  watch(server: Server): void {
    server.prependListener('request', (request, response) => {
      const { socket } = request
      const owed = this.#connections.get(socket)?.owed ?? new Set()
      this.#connections.set(socket, { newest: request, owed: owed.add(response) })
      response.once('close', () => owed.delete(response))
    })
  }

  /** Handles an error of the parser, of a time limit or of the connection itself. */
  answer(error: ConnectionError, socket: Socket): void {
    if (this.#refused.has(socket)) return
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    this.#refused.add(socket)
    if (this.#mayAnswer(socket)) end(socket, writeAnswer(...(known[error.code] ?? malformed)))
    else this.#endAfterResponses(socket)
  }

  /** Either no request is open, or the error is in the body of the only one, which has no answer yet. */
  #mayAnswer(socket: Socket): boolean {
    const { newest, owed } = this.#connections.get(socket) ?? { owed: new Set<ServerResponse>() }
    if (!newest || newest.complete) return owed.size === 0
    const [only] = owed
    return owed.size === 1 && !only!.headersSent
  }

  #endAfterResponses(socket: Socket): void {
    const owed = this.#connections.get(socket)?.owed ?? new Set()
    if (owed.size === 0) return end(socket)
    for (const response of owed) response.once('close', () => owed.size === 0 && end(socket))
  }
}

function end(socket: Socket, answer = ''): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(answer)
}

function writeAnswer(status: number, text: string): string {
  const body = `${JSON.stringify({ result: {}, status: { type: 'error', text } })}\n`
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}

/**
 * Answers a failed request in the envelope of its version; the cause of an unexpected error is logged. An address with
 * too many answers of 401 and 404 (`floods`) gets 429 instead of them. Its valid requests still work, because all
 * clients of a proxy may share its address.
 */
function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { log, floods }: Pick<RouteDependencies, 'log'> & { floods: AddressLimit },
): FastifyReply {
  const failure = toServiceError(error, request.id)
  const isFlood = failure.status === 401 || failure.status === 404
  const wait = isFlood ? floods.take(request.client) : 0
  const answer = wait > 0 ? tooManyFaults(wait) : failure
  if ((answer.status === 500 || isOfDisk(error)) && !request.hasLeft)
    log.error('a request failed', { requestId: request.id, error: stackOf(error) })
  if (error instanceof ObjectStoreError)
    log.warn('the object store failed at a request', { requestId: request.id, error: error.message })
  // A client that still waits for a "continue" never sends its body, and its next request would be taken for it.
  if (request.headers.expect !== undefined && !request.raw.complete) reply.header('connection', 'close')
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(describeError(answer, versionOf(request.url)))
}

const tooManyFaults = (seconds: number) =>
  new ServiceError(
    429,
    'Too many requests from this address had wrong credentials or asked for what is not there. Try again in a minute.',
    { 'Retry-After': String(seconds) },
  )

// One route

/** Every method that the HTTP parser accepts, to distinguish a wrong method from a wrong address. */
const METHODS = KNOWN_METHODS.filter((method) => method !== 'CONNECT')

/** Serves routes; every other method on their paths gets 405, if the client has credentials. */
function registerRoutes(server: FastifyInstance, routes: readonly Route[], options: ServeOptions): void {
  for (const method of METHODS) if (!server.supportedMethods.includes(method)) server.addHttpMethod(method)
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const url = path.replace(/:entry_id$/, '*')
    const config = { path }
    for (const route of ofPath) server.route({ method: route.method, url, config, handler: serveRoute(route, options) })
    const allowed = ofPath.map(({ method }) => method)
    const others = METHODS.filter((method) => !allowed.some((known) => known === method))
    server.route({ method: others, url, config, handler: refuseMethod(allowed, options) })
  }
}

function refuseMethod(allowed: readonly string[], { dependencies }: ServeOptions) {
  const allow = allowed.join(', ')
  return async (request: FastifyRequest): Promise<never> => {
    await authenticate(request, dependencies.accounts)
    const sentence = `${request.method} is not possible here; ${allow} ${allowed.length > 1 ? 'are' : 'is'}.`
    throw new ServiceError(405, sentence, { allow })
  }
}

type ServeOptions = {
  dependencies: RouteDependencies
  admission: RequestAdmission
  /** Counts of 401 and 404 by address. */
  floods: AddressLimit
  budget: BufferBudget
  bodyIdleMs: number
}

/**
 * Serves one route. Credentials, `Accept` and the plan's limits are checked before the body is read; then the handler
 * runs. In any case, held files are released and the account's place is free again before the answer leaves.
 */
function serveRoute(route: Route, options: ServeOptions) {
  const known: ReadonlySet<string> = new Set([...Object.keys(route.parameters.shape), 'image_base64', 'image'])
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const admitted = options.admission.admit()
    reply.raw.once('close', () => {
      if (request.hasLeft) admitted.abort(clientLeft())
      admitted.release()
    })
    const account = await identify(request, reply, route, options.dependencies)
    const answer = await answerCall(route, options, { request, reply, account, known, admitted }).catch(
      (error: unknown) => {
        throw admitted.signal.aborted ? admitted.signal.reason : error
      },
    )
    // some clients first send each request without credentials, to be asked for them
    options.floods.giveBack(request.client)
    if (route.version === 'v1') await setMonthlyHeaders(reply, account, options.dependencies)
    return send(reply, answer)
  }
}

type RequestContext = {
  request: FastifyRequest
  reply: FastifyReply
  account: Account
  known: ReadonlySet<string>
  admitted: AdmittedRequest
}

async function answerCall(
  route: Route,
  { dependencies, budget, bodyIdleMs }: ServeOptions,
  { request, reply, account, known, admitted }: RequestContext,
): Promise<Answer> {
  const query = parseParameters(queryOf(request.raw.url ?? ''), known)
  checkAccept(request.headers.accept, isOn(query['image_result']) ? route.pictureTypes : [])
  const key = readIdempotencyKey(request, reply, route, query)
  const named = { key, uploadId: uploadIn(route, query) }
  const admission = await dependencies.usage.enter(account, route.analyses(query), named)
  const cleanups = createCleanups(dependencies.log, request.id)
  const handle = async () => {
    const context = { request, reply, query, admitted, idleMs: bodyIdleMs }
    const receive = createReceive(context, { route, plan: account.plan, known, budget })
    const [path, defer, { signal }] = [pathOf(request, route), cleanups.add, admitted]
    return route.handle(
      { requestId: request.id, account, admission, path, query, receive, signal, defer },
      dependencies,
    )
  }
  const [outcome] = await Promise.allSettled([handle()])
  await cleanups.run()
  const [left] = await Promise.allSettled([admission.leave()])
  if (outcome.status === 'rejected') {
    if (left.status === 'rejected')
      dependencies.log.error('a request that failed keeps its place in the plan', {
        requestId: request.id,
        error: left.reason,
      })
    throw outcome.reason
  }
  if (left.status === 'rejected') throw left.reason // an answer is only sent if it was counted
  return outcome.value
}

/** The upload that a query names, if its route takes pictures. */
function uploadIn({ picture }: Route, query: GivenParameters): string | undefined {
  const id = picture === undefined ? null : textOf(query, 'image_upload_id')
  return id !== null && UPLOAD_ID.test(id) ? id : undefined
}

/** Nobody receives it. */
const clientLeft = () => new ServiceError(400, 'The connection ended before the answer.')

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { version }: Route,
  dependencies: RouteDependencies,
): Promise<Account> {
  const account = await authenticate(request, dependencies.accounts)
  request.accountId = account.id
  if (version === 'v1') await setMonthlyHeaders(reply, account, dependencies)
  return account
}

const CHALLENGE = { 'www-authenticate': 'Basic realm="Lumafold", charset="UTF-8"' }
const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i

/** The account of an Authorization header; throws 401 with a challenge if the header is missing, malformed or wrong. */
export async function authenticate(
  { headers, client }: Pick<FastifyRequest, 'headers' | 'client'>,
  accounts: Pick<Accounts, 'authenticate'>,
): Promise<Account> {
  const { key, secret } = readBasic(headers.authorization)
  const account = await accounts.authenticate(key, secret, client)
  if (account === null) throw refuse('The key or the secret in the Authorization header is wrong.')
  return account
}

function readBasic(header: string | undefined): { key: string; secret: string } {
  if (header === undefined || header.trim() === '')
    throw refuse(
      'The request has no Authorization header. Send HTTP Basic authentication with the API key as user name and the API secret as password.',
    )
  const encoded = header.length <= AUTHORIZATION_BYTES ? BASIC.exec(header.trim())?.[1] : undefined
  if (encoded === undefined)
    throw refuse('The Authorization header is malformed: it must be "Basic", a space and the Base64 of key:secret.')
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) throw refuse('The Authorization header is malformed: its Base64 text must be key:secret.')
  return { key: text.slice(0, colon), secret: text.slice(colon + 1) }
}

const refuse = (message: string) => new ServiceError(401, message, CHALLENGE)

/** A part named `entry_id` matches the rest of the path. */
function pathOf(request: FastifyRequest, { pathParts }: Route): Record<string, string> {
  const params = request.params as Record<string, string>
  return Object.fromEntries(Object.keys(pathParts).map((name) => [name, params[name] ?? params['*'] ?? '']))
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if ('json' in answer) return reply.send(answer.json)
  const { bytes, type } = answer
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const JSON_TYPE = /^(application|text)\/([\w.+-]*\+)?json$/
const WILDCARD = /^([\w.+-]+|\*)\/\*$/

/** Throws 406 unless an Accept header allows JSON, a wildcard, or one of the answer's other types. */
function checkAccept(header: string | undefined, otherTypes: readonly string[] = []): void {
  const ranges = (header ?? '')
    .split(',')
    .map(readRange)
    .filter((range) => range.type !== '')
  if (ranges.length === 0) return
  const isAdmitted = ranges.some(
    ({ type, quality }) => quality > 0 && (JSON_TYPE.test(type) || WILDCARD.test(type) || otherTypes.includes(type)),
  )
  if (!isAdmitted)
    throw new ServiceError(406, 'The Accept header admits no JSON, and answers are given as application/json only.')
}

function readRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = given === undefined ? 1 : Number(given.slice(2))
  return { type: type === '*' ? '*/*' : type, quality: Number.isNaN(quality) ? 1 : quality }
}

/** Work to do when a request is over. */
type Cleanups = {
  /** Runs at once if the request is already over. */
  add(work: () => Promise<void>): void
  run(): Promise<void>
}

/** All work runs, even if some of it fails; failures are logged, because the answer is already decided. */
function createCleanups(log: ServiceLog, requestId: string): Cleanups {
  const pending: (() => Promise<void>)[] = []
  let isOver = false
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.warn('a file of a request stays behind', { requestId, error: String(error) })
    }
  }
  return {
    add(work) {
      if (isOver) void attempt(work)
      else pending.push(work)
    },
    async run() {
      isOver = true
      await Promise.all(pending.map(attempt))
    },
  }
}

/**
 * Sets v1's headers about the plan; a later call replaces the values of an earlier one. They are set on Node's own
 * response, which keeps the documented spelling: Fastify writes names in lower case, which some clients do not
 * recognise.
 */
async function setMonthlyHeaders(
  reply: FastifyReply,
  account: Account,
  { usage }: Pick<RouteDependencies, 'usage'>,
): Promise<void> {
  const { limit, remaining, resetSeconds } = await usage.monthly(account)
  reply.raw
    .setHeader('Monthly-Limit', String(limit))
    .setHeader('Monthly-Limit-Remaining', String(remaining))
    .setHeader('Monthly-Limit-Reset', String(resetSeconds))
}
