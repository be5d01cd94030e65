import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders } from '../page-policy.ts'
import type { Access } from './access.ts'

const KEYED = '/with/:key'

/**
 * Every request is checked here first. The page and its scripts contain nothing of the library, and any browser on this
 * machine may load them; calls and pictures require what only the page with the token has.
 */
export function guardAll(server: FastifyInstance, access: Access, port: () => number): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders([`ws://127.0.0.1:${port()}`, `ws://localhost:${port()}`]))
    const foreign = access.findForeign(request.raw, port())
    if (foreign) return reply.code(403).type('text/plain').send(foreign)
    return undefined
  })
  // Lets a page check that the answering program is the one that opened it.
  server.get('/session', (request, reply) => {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    return access.hasToken(token) ? reply.code(204).send() : refuse(reply)
  })
}

/**
 * A hook for requests that need the token, as the parameter `token` of the address: a page cannot set headers of a
 * socket.
 */
export const demandToken = (access: Access) => async (request: FastifyRequest, reply: FastifyReply) =>
  access.hasToken((request.query as { token?: unknown }).token) ? undefined : refuse(reply)

/** Serves what `register` adds under addresses that begin with the key of pictures. */
export async function serveWithKey(
  server: FastifyInstance,
  access: Access,
  register: (keyed: FastifyInstance) => void,
): Promise<void> {
  await server.register(
    async (keyed) => {
      keyed.addHook('onRequest', async (request, reply) =>
        access.hasPictureKey((request.params as { key?: unknown }).key) ? undefined : refuse(reply),
      )
      register(keyed)
    },
    { prefix: KEYED },
  )
}

/** The start of every address that `serveWithKey` serves. */
export const keyedAddress = (access: Access): string => KEYED.replace(':key', access.pictureKey)

/** The address of a request without its key. */
export const addressOf = ({ url }: FastifyRequest): URL =>
  new URL(url.replace(/^\/with\/[^/]*/, ''), 'http://localhost')

const refuse = (reply: FastifyReply) =>
  reply
    .code(401)
    .header('cache-control', 'no-store')
    .type('text/plain')
    .send('Open Lumafold with the whole address that it printed when it started; the address changes at each start.')
