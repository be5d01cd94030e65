import { METHODS as KNOWN_METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors/service-error.ts'
import { authenticate } from './credentials.ts'
import type { Route } from './route.ts'
import { serveRoute, type ServeOptions } from './serve-route.ts'

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
