import type { FastifyReply, FastifyRequest } from 'fastify'
import { stackOf } from '../../contract/errors.ts'
import { ObjectStoreError } from '../ports/object-store.ts'
import { describeError, versionOf } from './envelopes.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { isOfDisk, toServiceError } from './to-service-error.ts'

/** Answers a request that failed, in the envelope of its version; the cause of an unexpected error is logged. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { log }: Pick<RouteDependencies, 'log'>,
): FastifyReply {
  const answer = toServiceError(error, request.id)
  if ((answer.status === 500 || isOfDisk(error)) && !request.hasLeft)
    log.error('a request failed', { requestId: request.id, error: stackOf(error) })
  if (error instanceof ObjectStoreError)
    log.warn('the object store failed at a request', { requestId: request.id, error: error.message })
  // A client that still waits to be asked for its body never sends it, and what comes next would be taken for it.
  if (request.headers.expect !== undefined && !request.raw.complete) reply.header('connection', 'close')
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(describeError(answer, versionOf(request.url)))
}
