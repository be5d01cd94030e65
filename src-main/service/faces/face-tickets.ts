import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import type { FaceTicketAnswer } from '../../contract/analysis/face-ticket.ts'
import { AppError } from '../../contract/errors.ts'
import type { FaceOutcome, FaceTask, FaceTicket, FaceTicketStore } from '../ports/face-ticket-store.ts'
import type { Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { MOST_WAITING, tooManyWaiting } from './face-limits.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long the result of a ticket is kept, and how long an expired one is told from one that never was. */
const KEPT_MS = DAY_MS
const REMEMBERED_MS = 30 * DAY_MS

export type FaceTicketsOptions = {
  store: FaceTicketStore
  /** Does the work of a ticket; rejects where the service is to blame, or where it is stopped. */
  work: (ticket: FaceTicket, signal: AbortSignal) => Promise<FaceOutcome>
  callbacks: Pick<Callbacks, 'send'>
  now: () => number
  log: Pick<ServiceLog, 'error'>
}

/**
 * Groupings and trainings, done one after another. A ticket is in the store before it is given, and its address leaves
 * it once it was handed to the callbacks: what a stop leaves undone is done after the next start.
 */
export class FaceTickets {
  readonly #options: FaceTicketsOptions
  readonly #queue = new PQueue({ concurrency: 1 })
  readonly #closing = new AbortController()

  constructor(options: FaceTicketsOptions) {
    this.#options = options
  }

  /** Does what an earlier process left undone; answers when all of it waits in the queue. */
  async resume(): Promise<void> {
    for (const ticket of await this.#options.store.open()) this.#enqueue(ticket)
  }

  /** Gives a ticket; throws ServiceError 429 where too many of the account wait. */
  async issue(owner: string, task: FaceTask, callbackUrl: string | null): Promise<string> {
    const { store, now } = this.#options
    const ticket = { id: randomUUID().replaceAll('-', ''), owner, task, callbackUrl }
    if (!(await store.add(ticket, now(), MOST_WAITING))) throw tooManyWaiting()
    this.#enqueue({ ...ticket, outcome: null, finishedMs: null })
    return ticket.id
  }

  /** How a ticket stands; null where the account has none of that id. Throws `ticket-expired`. */
  async read(owner: string, id: string): Promise<FaceTicketAnswer | null> {
    const ticket = await this.#options.store.find(owner, id)
    if (ticket === undefined) return null
    if (ticket.finishedMs !== null && this.#options.now() - ticket.finishedMs >= KEPT_MS)
      throw new AppError('ticket-expired', `The ticket "${id}" has expired: its result was kept for 24 hours.`)
    return describe(ticket)
  }

  /** Forgets tickets that expired long ago. */
  sweep(): Promise<void> {
    return this.#options.store.forgetBefore(this.#options.now() - REMEMBERED_MS)
  }

  /** Stops; what waits stays in the store. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#queue.clear()
    await this.#queue.onIdle()
  }

  #enqueue(ticket: FaceTicket): void {
    const done = this.#queue.add(() => this.#do(ticket))
    done.catch((error: unknown) => {
      if (!this.#closing.signal.aborted)
        this.#options.log.error('work on faces failed; it is done again after the next start', {
          ticket: ticket.id,
          error,
        })
    })
  }

  async #do(ticket: FaceTicket): Promise<void> {
    const { store, work, callbacks, now } = this.#options
    if (ticket.outcome === null) {
      const isFirst = await store.finish(ticket.id, await work(ticket, this.#closing.signal), now())
      if (!isFirst) return
    }
    if (ticket.callbackUrl === null) return
    await callbacks.send(ticket.callbackUrl, ticket.id)
    await store.markCalled(ticket.id)
  }
}

function describe({ task, outcome }: FaceTicket): FaceTicketAnswer {
  const is_final = outcome !== null
  if (task.task === 'training')
    return { is_final, ticket_result: { ...describeTraining(outcome), index_id: task.indexId, kind: 'people' } }
  if (outcome?.state === 'grouped') {
    const { groups, ungrouped } = outcome
    return { is_final, ticket_result: { groups: groups.map((ids) => [...ids]), ungrouped: [...ungrouped] } }
  }
  return { is_final, ticket_result: outcome?.state === 'failed' ? { text: outcome.text } : {} }
}

function describeTraining(outcome: FaceOutcome | null) {
  if (outcome?.state === 'trained') {
    const { state, people, faces } = outcome
    return { state, people, faces, text: '' }
  }
  if (outcome?.state === 'failed') return { state: outcome.state, text: outcome.text }
  return { state: 'waiting' as const, text: '' }
}
