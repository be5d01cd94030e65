import { randomUUID } from 'node:crypto'
import type { Ticket } from '../../contract/analysis/ticket.ts'
import { AppError } from '../../contract/errors.ts'
import type { IndexKey, IndexStore, TicketRow } from '../store/port.ts'
import { checkOwner } from './index-name.ts'
import type { TrainingEnd, TrainingProgress, Trainings } from './trainings.ts'

const HOUR_MS = 3_600_000
/** How long the answer of a finished training is kept. */
const KEPT_MS = 24 * HOUR_MS
/** How long an expired ticket is told from one that never was. */
const REMEMBERED_MS = 366 * 24 * HOUR_MS

/** The tickets of trainings. */
export class Tickets {
  readonly #store: IndexStore
  readonly #now: () => number
  readonly #trainings: Pick<Trainings, 'progressOf'>

  constructor(store: IndexStore, now: () => number, trainings: Pick<Trainings, 'progressOf'>) {
    this.#store = store
    this.#now = now
    this.#trainings = trainings
  }

  /** Tickets that an earlier process left open and whose training is to be done again; it is done again once. */
  resume(): ReturnType<IndexStore['tickets']['resume']> {
    return this.#store.tickets.resume(
      'The program stopped during the training, twice; the index is as it was. Train it again.',
      this.#now(),
    )
  }

  /** To be called when an orderly stop leaves trainings open. */
  leave(): Promise<void> {
    return this.#store.tickets.clear()
  }

  /** True for one whose training is under way or waits. */
  isOpen(id: string): boolean {
    return this.#trainings.progressOf(id) !== null
  }

  /** A new ticket: 32 characters that cannot be guessed. */
  async issue(key: IndexKey): Promise<string> {
    const id = randomUUID().replaceAll('-', '')
    await this.#store.tickets.forgetBefore(this.#now() - REMEMBERED_MS)
    await this.#store.tickets.add(id, key, this.#now())
    return id
  }

  finish(ids: readonly string[], end: TrainingEnd): Promise<void> {
    const at = this.#now()
    return this.#store.tickets.finish(
      ids,
      'entries' in end
        ? { state: 'trained', entries: end.entries, text: end.note, at }
        : { state: 'failed', entries: null, text: end.failure, at },
    )
  }

  /**
   * Answers a ticket of an owner. Rejects with `ticket-not-found`, or `ticket-expired` later than 24 hours after the training
   * ended.
   */
  async read(id: string, owner?: string): Promise<Ticket> {
    const training = this.#trainings.progressOf(id) // before the row: what is not under way any more is final in it
    const row = await this.#store.tickets.find(id, checkOwner(owner))
    if (row === undefined) throw new AppError('ticket-not-found', `There is no ticket "${id}".`)
    if (row.finishedAt !== null && this.#now() - row.finishedAt >= KEPT_MS)
      throw new AppError('ticket-expired', `The ticket "${id}" has expired: its result was kept for 24 hours.`)
    return toTicket(row, training)
  }
}

function toTicket(row: TicketRow, training: TrainingProgress | null): Ticket {
  const isFinal = row.finishedAt !== null
  return {
    is_final: isFinal,
    ticket_result: {
      state: isFinal
        ? row.state
        : training !== null && (training.isStarted || training.progress > 0)
          ? 'training'
          : 'waiting',
      progress: row.state === 'trained' ? 100 : Math.floor((training?.progress ?? 0) * 99), // the last percent is the switch
      index_id: row.indexId,
      kind: row.kind,
      ...(row.kind === 'categories' && { categorizer_id: row.categorizerId }),
      ...(row.entries !== null && { entries: row.entries }),
      ...(row.state === 'trained' && row.text !== '' && { notes: [row.text] }),
      text: row.state === 'trained' ? '' : row.text,
    },
  }
}
