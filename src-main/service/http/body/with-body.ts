import { addAbortListener } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'

/**
 * Has a request's body read, from a stream that fails with the reason once the request is aborted. Aborts it itself
 * where nothing of the body has come for `idleMs`: that is 400, and the connection ends with the answer. Settles when
 * the reading does, whose rest is then dropped as it comes.
 */
export async function withBody<T>(
  request: IncomingMessage,
  { signal, abort }: { signal: AbortSignal; abort(reason: ServiceError): void },
  idleMs: number,
  read: (body: Readable) => Promise<T>,
): Promise<T> {
  // A stream of its own: to destroy the request's would end the connection before its answer.
  const body = new PassThrough()
  body.on('error', () => {}) // also when nobody reads any more
  const onIdle = () =>
    abort(new ServiceError(400, `The body stopped arriving for ${idleMs / 1000} seconds.`, { connection: 'close' }))
  const onEnd = () => void request.setTimeout(0)
  using _ = addAbortListener(signal, () => body.destroy(signal.reason as Error))
  if (!request.complete) request.setTimeout(idleMs, onIdle).once('end', onEnd)
  request.pipe(body)
  try {
    return await read(body)
  } finally {
    request.setTimeout(0).off('timeout', onIdle).off('end', onEnd).unpipe(body)
    request.resume()
    body.destroy()
  }
}
