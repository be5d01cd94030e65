import type { FastifyInstance } from 'fastify'

/** Where the window of an installed browser begins, before it is led to the page with its token. */
export const OPENING_PATH = '/opening'

const page =
  '<!doctype html><html lang="en"><meta name="color-scheme" content="dark light"><title>Lumafold</title></html>\n'

/** A page that knows nothing and shows nothing, in the colours of the person's system. */
export function serveOpeningPage(server: FastifyInstance): void {
  server.get(OPENING_PATH, (_request, reply) => reply.header('cache-control', 'no-store').type('text/html').send(page))
}
