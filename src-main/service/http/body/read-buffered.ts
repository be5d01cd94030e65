import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../errors/service-error.ts'

/** Memory that all bodies which have to be held whole share, in bytes. */
export type BufferBudget = { free: number }

export type BufferedBody = { text: string } & Disposable

/**
 * Reads a whole body of at most `maxBytes` as text; throws 413, or 503 where other bodies take too much memory.
 * Disposing of it gives the memory back.
 */
export async function readBuffered(
  request: IncomingMessage,
  maxBytes: number,
  budget: BufferBudget,
): Promise<BufferedBody> {
  let taken = 0
  const giveBack = () => {
    budget.free += taken
    taken = 0
  }
  const take = (bytes: number) => {
    if (taken + bytes > maxBytes)
      throw new ServiceError(
        413,
        `The body is larger than the ${maxBytes} bytes that are taken. Send the picture as a multipart file, or a smaller one.`,
      )
    if (bytes > budget.free)
      throw new ServiceError(503, 'The service holds too many large bodies at the moment. Try again soon.', {
        'retry-after': '2',
      })
    budget.free -= bytes
    taken += bytes
  }
  try {
    const chunks = await collect(request, take)
    return { text: Buffer.concat(chunks).toString('utf8'), [Symbol.dispose]: giveBack }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** The request stays open when this fails, so that it can be answered. */
function collect(request: IncomingMessage, take: (bytes: number) => void): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const finish = (settle: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      settle()
    }
    const onData = (chunk: Buffer) => {
      try {
        take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        finish(() => reject(error))
        request.resume()
      }
    }
    const onEnd = () => finish(() => resolve(chunks))
    const onClose = () => finish(() => reject(new ServiceError(400, 'The body was cut short.')))
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}
