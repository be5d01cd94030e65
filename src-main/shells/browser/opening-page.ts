import type { FastifyInstance } from 'fastify'

/** The first page of a window in an installed browser, before it is directed to the page with its token. */
export const OPENING_PATH = '/opening'

const page =
  '<!doctype html><html lang="en"><meta name="color-scheme" content="dark light"><title>Lumafold</title></html>\n'

/** An empty page without secrets, in the colours of the person's system. */
export function serveOpeningPage(server: FastifyInstance): void {
  server.get(OPENING_PATH, (_request, reply) => reply.header('cache-control', 'no-store').type('text/html').send(page))
}
