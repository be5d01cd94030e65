import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Headers of answers that a page may read beside those that each may. */
const EXPOSED = [
  'Idempotency-Key',
  'Monthly-Limit',
  'Monthly-Limit-Remaining',
  'Monthly-Limit-Reset',
  'Retry-After',
  'X-Request-Id',
]
/** How long a browser need not ask again, in seconds. */
const MAX_AGE = 600

/**
 * Lets pages of some origins call the service from a browser (CORS). Cookies take no part: a page that calls it sends
 * key and secret in a header. What a browser asks first is answered without credentials, any other OPTIONS as before.
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const options: FastifyCorsOptions = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept', 'Idempotency-Key', 'X-Request-Id'],
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE,
  }
  // Loaded for those who allow an origin: every start pays for what is loaded.
  void server.register(import('@fastify/cors'), {
    delegator: async (request: FastifyRequest) => ({ ...options, preflight: isPreflight(request) }),
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
