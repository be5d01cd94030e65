import type { FastifyReply } from 'fastify'

/** Stops work for a picture that left the screen when its request is dropped. */
export function abortWithConnection(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
