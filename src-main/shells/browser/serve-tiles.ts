import type { FastifyInstance, FastifyReply } from 'fastify'
import { stackOf } from '../../contract/errors.ts'
import { parseTileAddress } from '../../contract/library/map-tiles.ts'
import type { OpenLibrary } from '../../library/library.ts'
import type { Log } from '../../library/host/log.ts'
import { TILE_CACHING } from '../page-policy.ts'
import { abortWithConnection } from './abort-with-connection.ts'
import { addressOf } from './guard.ts'

/**
 * Serves tiles of the map's background. The page loads them only from here, so that its policy stays closed. No content
 * means that a tile is not available at the moment, which is not an error.
 */
export function serveTiles(server: FastifyInstance, serveTile: OpenLibrary['serveTile'], log: Log): void {
  server.get('/tile/*', async (request, reply) => {
    const tile = parseTileAddress(addressOf(request))
    if (tile === null) return reply.code(404).send()
    const signal = abortWithConnection(reply)
    try {
      const served = await serveTile({ ...tile, signal })
      if (served === null) return sendNothing(reply)
      return reply.header('cache-control', TILE_CACHING).type(served.type).send(Buffer.from(served.bytes))
    } catch (error) {
      if (!signal.aborted) log.error('A tile of the map could not be served', { error: stackOf(error) })
      return sendNothing(reply)
    }
  })
}

const sendNothing = (reply: FastifyReply) => reply.code(204).header('cache-control', 'no-store').send()
