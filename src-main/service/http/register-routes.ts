import { METHODS as KNOWN_METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { isOn } from '../../contract/analysis/operations/values.ts'
import type { AddressLimit } from '../accounts/address-limit.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Account } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { UPLOAD_ID } from '../ports/upload-store.ts'
import { authenticate } from './authenticate.ts'
import { checkAccept } from './check-accept.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { parseParameters, textOf } from './parameters.ts'
import type { BufferBudget } from './read-buffered.ts'
import { createReceive } from './receive-body.ts'
import type { AdmittedRequest, RequestAdmission } from './request-admission.ts'
import type { Answer, Route } from './route.ts'
import type { RouteDependencies } from './route-dependencies.ts'

/** Every method that the HTTP parser accepts, to distinguish a wrong method from a wrong address. */
const METHODS = KNOWN_METHODS.filter((method) => method !== 'CONNECT')

/** Serves routes; every other method on their paths gets 405, if the client has credentials. */
export function registerRoutes(server: FastifyInstance, routes: readonly Route[], options: ServeOptions): void {
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
