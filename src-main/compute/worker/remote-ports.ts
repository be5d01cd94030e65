import { AppError } from '../../contract/errors.ts'
import type { AskPort, PortReply } from '../port-questions.ts'
import type { OwnerPort } from './owner-port.ts'

/** Puts the questions of a task to the owner, who keeps what was taught. */
export type RemotePorts = { askFor(id: number): AskPort; reply(ticket: number, reply: PortReply): void }

/** Questions and their replies, matched by ticket. */
export function createRemotePorts(owner: OwnerPort): RemotePorts {
  const waiting = new Map<number, (reply: PortReply) => void>()
  let nextTicket = 1
  return {
    askFor: (id) => async (question) => {
      const ticket = nextTicket++
      const reply = await new Promise<PortReply>((resolve) => {
        waiting.set(ticket, resolve)
        owner.post({ kind: 'ask-port', ticket, id, question })
      })
      if (!reply.ok) throw new AppError(reply.code, reply.message)
      return reply.value
    },
    reply(ticket, reply) {
      waiting.get(ticket)?.(reply)
      waiting.delete(ticket)
    },
  }
}
