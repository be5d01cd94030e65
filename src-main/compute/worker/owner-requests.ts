import type { MemoryLimiter } from '../../analysis/decode/memory-limiter.ts'
import { AppError } from '../../contract/errors.ts'
import type { AskPort } from '../port-questions.ts'
import type { OwnerRequest } from '../protocol.ts'
import type { Reply } from '../reply.ts'
import type { OwnerPort } from './owner-port.ts'

/** Requests of tasks to their owner, matched with its replies by ticket. */
export class OwnerRequests {
  readonly #owner: OwnerPort
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  #lastTicket = 0

  constructor(owner: OwnerPort) {
    this.#owner = owner
  }

  /** Takes the owner's reply to a request. */
  settle(ticket: number, reply: Reply): void {
    this.#waiting.get(ticket)?.(reply)
    this.#waiting.delete(ticket)
  }

  /** Memory for a task, granted by the owner, which alone sees all processes. */
  memoryFor(id: number): MemoryLimiter {
    return async (bytes, work) => {
      const ticket = ++this.#lastTicket
      await this.#request(ticket, id, { kind: 'memory', bytes })
      try {
        return await work()
      } finally {
        this.#owner.post({ kind: 'release', ticket, id })
      }
    }
  }

  /** Puts a task's questions to the ports of the picture's owner. */
  portsFor(id: number): AskPort {
    return (question) => this.#request(++this.#lastTicket, id, { kind: 'port', question })
  }

  /** Resolves to the owner's reply; rejects with AppError if the owner refuses. */
  async #request(ticket: number, id: number, request: OwnerRequest): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    this.#waiting.set(ticket, resolve)
    this.#owner.post({ kind: 'request', ticket, id, request })
    const reply = await promise
    if (!reply.ok) throw new AppError(reply.code, reply.message)
    return reply.value
  }
}
