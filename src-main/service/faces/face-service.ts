import type { FaceVector } from '../../analysis/faces/face-vector.ts'
import type { RecognisedPerson } from '../../analysis/faces/recognise-face.ts'
import type { FaceTicketAnswer } from '../../contract/analysis/face-ticket-answer.ts'
import type { FaceStore, PeopleStore } from '../ports/face-store.ts'
import type { FaceTicketStore, FaceOutcome, FaceTicket, FaceTask } from '../ports/face-ticket-store.ts'
import type { Jobs, Job, JobEnd } from '../ports/jobs.ts'
import type { Callbacks } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { KnownFaces, requireOneModel } from './known-faces.ts'
import { People, type DescribedIndex, type GivenPeople } from './people.ts'
import { setImmediate as pause } from 'node:timers/promises'
import { compareFaces, groupFaces } from '../../analysis/faces/group-faces.ts'
import { messageOf, AppError } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { randomUUID } from 'node:crypto'
import { MAX_WAITING, tooManyWaiting } from './face-limits.ts'

type FaceServiceOptions = {
  jobs: Jobs
  store: { faces: FaceStore; people: PeopleStore; faceTickets: FaceTicketStore }
  callbacks: Pick<Callbacks, 'send'>
  /** Milliseconds since 1970. */
  now: () => number
  log: Pick<ServiceLog, 'error' | 'warn'>
}

/** Faces of the accounts: compared, grouped and recognised. Calls never reach another account's data. */
export class FaceService {
  readonly #store: FaceServiceOptions['store']
  readonly #faces: KnownFaces
  readonly #people: People
  readonly #tickets: FaceTickets

  private constructor(parts: {
    store: FaceServiceOptions['store']
    faces: KnownFaces
    people: People
    tickets: FaceTickets
  }) {
    this.#store = parts.store
    this.#faces = parts.faces
    this.#people = parts.people
    this.#tickets = parts.tickets
  }

  /**
   * Opens the service; until its jobs are closed, this node runs groupings and trainings, whichever node issued them.
   */
  static async open({ jobs, store, callbacks, now, log }: FaceServiceOptions): Promise<FaceService> {
    const faces = new KnownFaces(store.faces, now)
    const people = new People(store.people, faces, now)
    const tickets = await FaceTickets.open({
      jobs,
      store: store.faceTickets,
      work: (ticket, signal) => doFaceTask(ticket, { faces, people }, signal),
      callbacks,
      now,
      log,
    })
    return new FaceService({ store, faces, people, tickets })
  }

  /** Keeps faces for 24 hours, so that their ids can be returned. */
  keep(owner: string, faces: readonly FaceVector[]): Promise<void> {
    return this.#faces.keep(owner, faces)
  }

  /** How alike two faces are, 0 to 100; throws ServiceError 404 or 410 for an unknown or expired id. */
  compare(owner: string, one: string, other: string): Promise<number> {
    return this.#faces.compare(owner, one, other)
  }

  /** A ticket for grouping faces by person; repeated ids count once. Throws as `compare` does, or 429. */
  async group(owner: string, faces: readonly string[], callbackUrl: string | null): Promise<string> {
    const ids = [...new Set(faces)]
    requireOneModel(await this.#faces.require(owner, ids))
    return this.#tickets.issue(owner, { task: 'grouping', faces: ids }, callbackUrl)
  }

  /** Adds faces to people of an index, which is created if it is new; the next training includes them. */
  addPeople(owner: string, indexId: string, people: GivenPeople): Promise<void> {
    return this.#people.add(owner, indexId, people)
  }

  describePeople(owner: string, indexId: string): Promise<DescribedIndex> {
    return this.#people.describe(owner, indexId)
  }

  /** A ticket for a training, after which recognition knows everyone added before. */
  async trainPeople(owner: string, indexId: string, callbackUrl: string | null): Promise<string> {
    await this.#people.require(owner, indexId)
    return this.#tickets.issue(owner, { task: 'training', indexId }, callbackUrl)
  }

  /** All known people, ordered by similarity to a face. */
  recognise(owner: string, indexId: string, faceId: string): Promise<RecognisedPerson[]> {
    return this.#people.recognise(owner, indexId, faceId)
  }

  /** Removes a person at once. */
  removePerson(owner: string, indexId: string, name: string): Promise<void> {
    return this.#people.removePerson(owner, indexId, name)
  }

  removePeople(owner: string, indexId: string): Promise<void> {
    return this.#people.removeIndex(owner, indexId)
  }

  /** The state of a ticket about faces; null if there is none. */
  ticket(owner: string, id: string): Promise<FaceTicketAnswer | null> {
    return this.#tickets.read(owner, id)
  }

  /** Removes all data of an account. */
  async removeOwner(owner: string): Promise<void> {
    await this.#tickets.removeOwner(owner)
    await this.#store.people.removeOwner(owner)
    await this.#store.faces.removeOwner(owner)
  }

  /** Removes expired faces and tickets; called periodically, once for all nodes. */
  async sweep(): Promise<void> {
    await this.#faces.sweep()
    await this.#tickets.sweep()
  }
}

/** Does the work of a ticket. Failures that concern the client become its outcome; other errors reject. */
async function doFaceTask(
  { owner, task }: Pick<FaceTicket, 'owner' | 'task'>,
  { faces, people }: { faces: KnownFaces; people: People },
  signal: AbortSignal,
): Promise<FaceOutcome> {
  if (task.task === 'grouping') return group(owner, task.faces, faces, signal)
  const known = await people.train(owner, task.indexId)
  if (known === null) return { state: 'failed', text: 'The index was removed before its training.' }
  return { state: 'trained', ...known }
}

/** Groups faces, with a pause for other requests after each face. */
async function group(
  owner: string,
  ids: readonly string[],
  faces: KnownFaces,
  signal: AbortSignal,
): Promise<FaceOutcome> {
  try {
    const found = await faces.require(owner, ids)
    const comparing = compareFaces(found.map(({ vector }) => vector))
    let step = comparing.next()
    for (; !step.done; step = comparing.next()) await pause(undefined, { signal })
    const { groups, ungrouped } = groupFaces(step.value)
    const idsOf = (numbers: readonly number[]) => numbers.map((number) => ids[number]!)
    return { state: 'grouped', groups: groups.map(idsOf), ungrouped: idsOf(ungrouped) }
  } catch (error) {
    if (error instanceof ServiceError) return { state: 'failed', text: messageOf(error) }
    throw error
  }
}

// Tickets

const DAY_MS = 24 * 60 * 60 * 1000
/** How long the result of a ticket is kept, and how long an expired ticket is distinguished from an unknown one. */
const KEPT_MS = DAY_MS
const REMEMBERED_MS = 30 * DAY_MS

type FaceTicketsOptions = {
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
class FaceTickets {
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
