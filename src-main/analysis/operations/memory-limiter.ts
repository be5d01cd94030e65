import { createWeightedSemaphore } from '../decode/weighted-semaphore.ts'
import { limits } from '../decode/limits.ts'
import type { MemoryLimiter } from '../decode/open-source.ts'

/** Lets heavy decodes of this process in as memory allows, in the order of asking; many small ones run side by side. */
export function createMemoryLimiter(): MemoryLimiter {
  const room = createWeightedSemaphore(limits.decodeBytes)
  return async (bytes, work) => {
    const ticket = {}
    await new Promise<void>((enter) => room.ask(ticket, bytes, enter))
    try {
      return await work()
    } finally {
      room.leave(ticket)
    }
  }
}
