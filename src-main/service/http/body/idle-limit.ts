import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../errors/service-error.ts'

/**
 * Runs work that reads a request's body; throws 400 where nothing has come for `ms`, and the connection then ends with
 * the answer.
 */
export async function withIdleLimit<T>(request: IncomingMessage, ms: number, work: () => Promise<T>): Promise<T> {
  if (request.complete) return work()
  const { promise: idle, reject } = Promise.withResolvers<never>()
  const stop = () =>
    reject(new ServiceError(400, `The body stopped arriving for ${ms / 1000} seconds.`, { connection: 'close' }))
  request.setTimeout(ms, stop)
  try {
    return await Promise.race([work(), idle])
  } finally {
    request.setTimeout(0).off('timeout', stop)
  }
}
