import { randomUUID } from 'node:crypto'
import type { Ticket } from '../../contract/analysis/ticket.ts'
import { AppError } from '../../contract/errors.ts'
import type { IndexRow, IndexStore, TicketRow } from '../store/port.ts'
import { checkOwner } from './index-name.ts'

const HOUR_MS = 3_600_000
/** How long the answer of a finished training is kept. */
const KEPT_MS = 24 * HOUR_MS
/** How long an expired ticket is told from one that never was. */
const REMEMBERED_MS = 366 * 24 * HOUR_MS

/** The tickets of trainings. */
export class Tickets {
  readonly #store: Pick<IndexStore, 'tickets'>
  readonly #now: () => number

  constructor(store: Pick<IndexStore, 'tickets'>, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** A new ticket: 32 characters that cannot be guessed. `callbackUrl` is called when its training has ended. */
  async issue(index: IndexRow, callbackUrl: string | null): Promise<string> {
    const id = randomUUID().replaceAll('-', '')
    const { owner, kind, categorizerId, indexId } = index
    const key = { owner, kind, categorizerId, indexId }
    await this.#store.tickets.forgetBefore(this.#now() - REMEMBERED_MS)
    await this.#store.tickets.add({ id, key, indexRow: index.id, callbackUrl, at: this.#now() })
    return id
  }

  /**
   * Answers a ticket of an owner. Rejects with `ticket-not-found`, or `ticket-expired` later than 24 hours after the training
   * ended.
   */
  async read(id: string, owner?: string): Promise<Ticket> {
    const row = await this.#store.tickets.find(id, checkOwner(owner))
    if (row === undefined) throw new AppError('ticket-not-found', `There is no ticket "${id}".`)
    if (row.finishedAt !== null && this.#now() - row.finishedAt >= KEPT_MS)
      throw new AppError('ticket-expired', `The ticket "${id}" has expired: its result was kept for 24 hours.`)
    return toTicket(row)
  }
}

function progressOf({ state, progress }: TicketRow): number {
  if (state === 'trained') return 100
  return state === 'failed' ? 0 : progress
}

function toTicket(row: TicketRow): Ticket {
  const { state, text, kind, categorizerId, entries } = row
  return {
    is_final: row.finishedAt !== null,
    ticket_result: {
      state,
      progress: progressOf(row),
      index_id: row.indexId,
      kind,
      ...(kind === 'categories' && { categorizer_id: categorizerId }),
      ...(entries !== null && { entries }),
      ...(state === 'trained' && text !== '' && { notes: [text] }),
      text: state === 'trained' ? '' : text,
    },
  }
}
