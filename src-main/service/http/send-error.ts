import type { FastifyReply, FastifyRequest } from 'fastify'
import { stackOf } from '../../contract/errors.ts'
import type { AddressLimit } from '../accounts/address-limit.ts'
import { ServiceError } from '../errors/service-error.ts'
import { ObjectStoreError } from '../ports/object-store.ts'
import { describeError, versionOf } from './envelopes.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { isOfDisk, toServiceError } from './to-service-error.ts'

/**
 * Answers a failed request in the envelope of its version; the cause of an unexpected error is logged. An address with
 * too many answers of 401 and 404 (`floods`) gets 429 instead of them. Its valid requests still work, because all
 * clients of a proxy may share its address.
 */
export function sendError(
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
