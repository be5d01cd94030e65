import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import type { OwnerPort } from './owner-port.ts'

/** Gates that ask the owner for room, since only it sees all processes. */
export type RemoteMemoryLimiter = { gateFor(id: number): MemoryLimiter; grant(ticket: number): void }

/** Requests for room and what was granted, matched by ticket. */
export function createRemoteMemoryLimiter(owner: OwnerPort): RemoteMemoryLimiter {
  const waiting = new Map<number, () => void>()
  let nextTicket = 1
  return {
    gateFor: (id) => async (bytes, work) => {
      const ticket = nextTicket++
      await new Promise<void>((resolve) => {
        waiting.set(ticket, resolve)
        owner.post({ kind: 'ask-room', ticket, id, bytes })
      })
      try {
        return await work()
      } finally {
        owner.post({ kind: 'leave-room', ticket })
      }
    },
    grant(ticket) {
      waiting.get(ticket)?.()
      waiting.delete(ticket)
    },
  }
}
