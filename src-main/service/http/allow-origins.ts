import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
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
