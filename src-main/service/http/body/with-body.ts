import { addAbortListener } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'

/**
 * Calls `read` with a request's body as a stream, which fails with the reason once the request is aborted. If nothing
 * of the body arrives for `idleMs`, it aborts the request itself with a 400, and the connection ends with the answer.
 * Settles together with `read`; the rest of the body is then discarded.
 */
export async function withBody<T>(
  request: IncomingMessage,
  { signal, abort }: { signal: AbortSignal; abort(reason: ServiceError): void },
  idleMs: number,
  read: (body: Readable) => Promise<T>,
): Promise<T> {
  // A separate stream, because destroying the request's own would end the connection before the answer.
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
