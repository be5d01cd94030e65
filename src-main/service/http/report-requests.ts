import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceLog } from '../ports/service-log.ts'
import type { Metrics } from './metrics.ts'

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

/** Counted where a client went away before its answer; never sent. */
const CLIENT_LEFT = 499

/** Counts and logs every request when it is over, and gives it its id in a header. */
export function reportRequests(server: FastifyInstance, metrics: Metrics, log: ServiceLog): void {
  server.decorateRequest('accountId', '').decorateRequest('hasLeft', false).decorateRequest('startMs', 0)
  server.addHook('onRequest', async (request, reply) => {
    request.startMs = performance.now()
    reply.header('x-request-id', request.id)
    // Unlike the hook after an answer, this also comes where a client went away.
    reply.raw.once('close', () => {
      request.hasLeft = !reply.raw.writableFinished
      report(request, reply, metrics, log)
    })
  })
}

/** The address asked for is not written down: it may hold addresses of pictures that are secret. */
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
