import { randomUUID } from 'node:crypto'
import type { FaceTicketAnswer } from '../../contract/analysis/face-ticket.ts'
import { AppError } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { FaceOutcome, FaceTask, FaceTicket, FaceTicketStore } from '../ports/face-ticket-store.ts'
import type { Job, JobEnd, Jobs } from '../ports/jobs.ts'
import type { Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { MAX_WAITING, tooManyWaiting } from './face-limits.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long the result of a ticket is kept, and how long an expired ticket is distinguished from an unknown one. */
const KEPT_MS = DAY_MS
const REMEMBERED_MS = 30 * DAY_MS

export type FaceTicketsOptions = {
  jobs: Jobs
  store: FaceTicketStore
  /** Does the work of a ticket; rejects if the service is at fault, or if `signal` aborts. */
  work: (ticket: FaceTicket, signal: AbortSignal) => Promise<FaceOutcome>
  callbacks: Pick<Callbacks, 'send'>
  now: () => number
  log: Pick<ServiceLog, 'error' | 'warn'>
}

type TicketJob = { owner: string; ticketId: string }

const QUEUE = 'face-tickets'
/** First pause while the store is away, doubled each time, and the maximum. */
const PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

/**
 * Groupings and trainings: each is a job, one after another on each node. A ticket is stored before it is returned, and
 * its callback address is removed once the callbacks have it. Another node, or the next start, finishes what a node
 * leaves undone; any node answers questions.
 */
export class FaceTickets {
  readonly #options: FaceTicketsOptions

  private constructor(options: FaceTicketsOptions) {
    this.#options = options
  }

  /** Starts to work on tickets on this node, until its jobs are closed. */
  static async open(options: FaceTicketsOptions): Promise<FaceTickets> {
    const tickets = new FaceTickets(options)
    await options.jobs.work<TicketJob>(QUEUE, {
      concurrency: 1,
      run: (job) => tickets.#run(job),
      giveUp: (data) => tickets.#giveUp(data),
    })
    return tickets
  }

  /** Issues a ticket; throws ServiceError 429 if too many tickets of the account wait. */
  async issue(owner: string, task: FaceTask, callbackUrl: string | null): Promise<string> {
    const { store, now } = this.#options
    const id = randomUUID().replaceAll('-', '')
    if (!(await store.add({ id, owner, task, callbackUrl }, now(), MAX_WAITING))) throw tooManyWaiting()
    await this.#send(owner, id)
    return id
  }

  /** The state of a ticket; null if the account has no such ticket. Throws `ticket-expired`. */
  async read(owner: string, id: string): Promise<FaceTicketAnswer | null> {
    const ticket = await this.#options.store.find(owner, id)
    if (ticket === undefined) return null
    if (ticket.finishedMs !== null && this.#options.now() - ticket.finishedMs >= KEPT_MS)
      throw new AppError('ticket-expired', `The ticket "${id}" has expired: its result was kept for 24 hours.`)
    return describe(ticket)
  }

  /**
   * Removes tickets that expired long ago, and creates jobs for open ones without one: those of an earlier version, or
   * of a node that was killed between ticket and job.
   */
  async sweep(): Promise<void> {
    const { store, now } = this.#options
    await store.forgetBefore(now() - REMEMBERED_MS)
    for (const { owner, id } of await store.open()) await this.#send(owner, id)
  }

  /** Removes the tickets of an account; a running job then finds its ticket gone. */
  async removeOwner(owner: string): Promise<void> {
    await this.#options.jobs.cancel(QUEUE, owner)
    await this.#options.store.removeOwner(owner)
  }

  async #send(owner: string, ticketId: string): Promise<void> {
    await this.#options.jobs.send(QUEUE, { owner, ticketId } satisfies TicketJob, { key: ticketId, owner })
  }

  async #run({ data: { owner, ticketId }, attempt, signal }: Job<TicketJob>): Promise<JobEnd> {
    const { store, work, now, log } = this.#options
    try {
      const ticket = await store.find(owner, ticketId)
      if (ticket === undefined) return 'done' // removed with its account
      if (ticket.outcome !== null || (await store.finish(ticket.id, await work(ticket, signal), now())))
        await this.#call(ticket)
      return 'done'
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ServiceError) || error.status !== 503) throw error
      log.warn('work on faces waits for what it needs', { ticket: ticketId, error })
      return { againInMs: Math.min(PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS) }
    }
  }

  async #giveUp({ owner, ticketId }: TicketJob): Promise<void> {
    const { store, now } = this.#options
    const text = 'The service failed at this, twice; nothing was changed. Ask for it again.'
    await store.finish(ticketId, { state: 'failed', text }, now())
    const ticket = await store.find(owner, ticketId)
    if (ticket !== undefined) await this.#call(ticket)
  }

  async #call({ id, owner, callbackUrl }: FaceTicket): Promise<void> {
    if (callbackUrl === null) return
    await this.#options.callbacks.send(callbackUrl, id, owner)
    await this.#options.store.markCalled(id)
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
