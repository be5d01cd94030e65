import type { FastifyInstance } from 'fastify'
import { AppError, stackOf } from '../../contract/errors.ts'
import { parseFilmAddress } from '../../contract/library/film.ts'
import type { Log } from '../../core/host/log.ts'
import { openFilm } from '../films/open-film.ts'
import type { HostCalls } from '../shell-dispatch.ts'
import { addressOf } from './guard.ts'

/** Films by address, for pages that play them. What is hidden has none. */
export function serveFilms(server: FastifyInstance, host: Pick<HostCalls, 'locateFilm'>, log: Log): void {
  server.get('/film/:id', async (request, reply) => {
    const id = parseFilmAddress(addressOf(request))
    if (id === null) return reply.code(404).send()
    try {
      const { status, headers, body } = await openFilm(await host.locateFilm({ id }), request.headers.range)
      return await reply
        .code(status)
        .headers(headers)
        .send(body ?? undefined)
    } catch (error) {
      if (!(error instanceof AppError)) log.error('A film could not be served', { error: stackOf(error) })
      return reply.code(404).header('cache-control', 'no-store').send()
    }
  })
}
