import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, stackOf } from '../../contract/errors.ts'
import { parsePictureAddress, PROVISIONAL_VERSION } from '../../contract/library/picture.ts'
import type { Core, ServedImage } from '../../core/core.ts'
import type { Log } from '../../core/host/log.ts'
import { abortWithConnection } from './abort-with-connection.ts'
import { addressOf } from './guard.ts'

/**
 * Pictures by address. The version in the address changes with the picture, so that a browser may keep it for good. A
 * photo that is not analysed yet has a picture for the time being, or no content where none can be made so soon.
 */
export function servePictures(server: FastifyInstance, serveImage: Core['serveImage'], log: Log): void {
  server.get('/photo/:id/:kind', async (request, reply) => {
    const address = parsePictureAddress(addressOf(request))
    if (address === null) return reply.code(404).send()
    const isProvisional = address.version === PROVISIONAL_VERSION
    try {
      const picture = await serveImage({ ...address.request, signal: abortWithConnection(reply) })
      if (picture === null) return sendNothing(reply, isProvisional)
      const isForGood = address.version !== null && !isProvisional && picture.isProvisional !== true
      return sendPicture(request, reply, picture, isForGood)
    } catch (error) {
      return isProvisional ? sendNothing(reply, isProvisional) : sendFailure(reply, error, log)
    }
  })
}

/** A photo may have no picture before it is analysed: that is no failure of the page. */
const sendNothing = (reply: FastifyReply, isProvisional: boolean) =>
  reply
    .code(isProvisional ? 204 : 404)
    .header('cache-control', 'no-store')
    .send()

function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: ServedImage, isForGood: boolean) {
  const tag = `"${picture.etag.replaceAll('"', '')}"`
  reply
    .header('etag', tag)
    .header('cache-control', isForGood ? 'private, max-age=31536000, immutable' : 'private, no-cache')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply
    .type(picture.type)
    .send(Buffer.from(picture.bytes.buffer, picture.bytes.byteOffset, picture.bytes.byteLength))
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
