import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceLog } from '../ports/service-log.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    accountId: string
    /** Whether the client left before its answer. */
    hasLeft: boolean
    /** When the request's head was read, by `performance.now`; the framework keeps it only when it writes the log. */
    startMs: number
  }
}

/** Counted if a client left before its answer; never sent. */
const CLIENT_LEFT = 499

/** Counts and logs every finished request, and returns its id in a header. */
export function reportRequests(server: FastifyInstance, metrics: Metrics, log: ServiceLog): void {
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
