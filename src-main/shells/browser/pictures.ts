import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PhotoId } from '../../contract/library/ids.ts'
import { AppError, stackOf } from '../../contract/errors.ts'
import type { Core, ServedImage } from '../../core/core.ts'
import type { Log } from '../../core/host/log.ts'

const Params = z.object({ id: z.coerce.number().pipe(PhotoId), kind: z.enum(['thumb', 'preview']) })
const Query = z.object({ v: z.string().max(32).optional() })

/**
 * Thumbnails and previews by address. The version in the address changes with the picture, so that a browser may keep
 * it for good.
 */
export function servePictures(server: FastifyInstance, serveImage: Core['serveImage'], log: Log): void {
  server.get('/photo/:id/:kind', async (request, reply) => {
    const params = Params.safeParse(request.params)
    const query = Query.safeParse(request.query)
    if (!params.success || !query.success) return reply.code(404).send()
    const { id, kind } = params.data
    try {
      const picture = await serveImage({ photoId: id, kind, signal: abortWithConnection(reply) })
      if (picture === null) return reply.code(404).header('cache-control', 'no-store').send()
      return sendPicture(request, reply, picture, query.data.v !== undefined)
    } catch (error) {
      return sendFailure(reply, error, log)
    }
  })
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: ServedImage, isVersioned: boolean) {
  const tag = `"${picture.etag.replaceAll('"', '')}"`
  reply
    .header('etag', tag)
    .header('cache-control', isVersioned ? 'private, max-age=31536000, immutable' : 'private, no-cache')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply
    .type(picture.type)
    .send(Buffer.from(picture.bytes.buffer, picture.bytes.byteOffset, picture.bytes.byteLength))
}

/** Work for a picture that left the screen stops when its request is dropped. */
function abortWithConnection(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function sendFailure(reply: FastifyReply, error: unknown, log: Log) {
  if (reply.raw.destroyed) return reply.code(499).send()
  if (!(error instanceof AppError)) {
    log.error('A picture could not be served', {
      error: stackOf(error),
    })
    return reply.code(500).send()
  }
  const isAbsent = error.code === 'photo-not-found' || error.code === 'file-missing' || error.code === 'not-analysed'
  return reply
    .code(isAbsent ? 404 : 422)
    .header('cache-control', 'no-store')
    .type('text/plain')
    .send(error.message)
}
