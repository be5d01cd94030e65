import type { Readable } from 'node:stream'
import { ServiceError } from '../errors/service-error.ts'

/** Memory in bytes for all bodies that have to be held as a whole. */
export type BufferBudget = { free: number }

type BufferedBody = { text: string } & Disposable

/**
 * Reads a whole body of at most `maxBytes` as text. Throws 413, 503 if other bodies take too much memory, or the body's
 * own error. Disposing of the result returns the memory.
 */
export async function readBuffered(body: Readable, maxBytes: number, budget: BufferBudget): Promise<BufferedBody> {
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
    const chunks: Buffer[] = []
    for await (const chunk of body as AsyncIterable<Buffer>) {
      take(chunk.length)
      chunks.push(chunk)
    }
    return { text: Buffer.concat(chunks).toString('utf8'), [Symbol.dispose]: giveBack }
  } catch (error) {
    giveBack()
    throw error
  }
}
