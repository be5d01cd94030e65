import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Route } from './route.ts'

const MAX_LENGTH = 255
const VISIBLE = /^[\x21-\x7e]+$/

/** Whether a route counts repeated requests with the same key once. */
export const takesIdempotencyKey = ({ version, method, picture }: Pick<Route, 'version' | 'method' | 'picture'>) =>
  version === 'v2' && method === 'GET' && picture === 'required'

/**
 * The key under which a request is counted once, from the header `Idempotency-Key`, which the answer repeats if it
 * counts. It counts only if the address alone determines the request, as with an upload: what is at an address, or in a
 * body, may be another picture each time. Undefined if it does not count; throws ServiceError 400.
 */
export function readIdempotencyKey(
  { headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>,
  reply: FastifyReply,
  route: Route,
  query: GivenParameters,
): string | undefined {
  const given = headers['idempotency-key']
  if (given === undefined || !takesIdempotencyKey(route) || typeof query['image_upload_id'] !== 'string')
    return undefined
  if (typeof given !== 'string' || given.length > MAX_LENGTH || !VISIBLE.test(given))
    throw new ServiceError(400, `Idempotency-Key: give 1 to ${MAX_LENGTH} visible characters.`)
  reply.header('idempotency-key', given)
  return createHash('sha256')
    .update(JSON.stringify([given, raw.url]))
    .digest('base64url')
    .slice(0, 22)
}
