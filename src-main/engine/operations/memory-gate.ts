import { createRoom } from '../compute/room.ts'
import { limits } from '../local/decode/limits.ts'
import type { MemoryGate } from '../local/decode/open-source.ts'

/** Lets heavy decodes of this process in as memory allows, in the order of asking; many small ones run side by side. */
export function createMemoryGate(): MemoryGate {
  const room = createRoom(limits.decodeBytes)
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
