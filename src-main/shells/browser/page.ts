import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'

/**
 * Serves the built page. Files in `assets` have a hash in their name and never change; the page itself is asked for
 * each time.
 */
export async function servePage(server: FastifyInstance, rendererDir: string): Promise<void> {
  if (!existsSync(join(rendererDir, 'index.html')))
    throw new AppError(
      'internal',
      'The window of the app is not built: run "npm run setup" in the folder of the project.',
    )
  await server.register(fastifyStatic, {
    root: rendererDir,
    cacheControl: false,
    setHeaders(reply, path) {
      const isAsset = /[\\/]assets[\\/]/.test(path)
      void reply.header('cache-control', isAsset ? 'private, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // Addresses inside the app, such as /photo-detail/12, are the page's own to understand.
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (isPage) void reply.header('cache-control', 'no-cache').sendFile('index.html')
    else void reply.code(404).type('text/plain').send('Not found.')
  })
}
