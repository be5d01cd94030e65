import { randomUUID } from 'node:crypto'
import type { Ticket } from '../../contract/analysis/ticket.ts'
import { AppError } from '../../contract/errors.ts'
import type { IndexKey } from '../store/index-rows.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { TicketRow } from '../store/ticket-rows.ts'
import { checkOwner } from './index-name.ts'
import type { TrainingEnd, Trainings } from './trainings.ts'

const HOUR = 3_600_000
/** How long the answer of a finished training is kept. */
const KEPT = 24 * HOUR
/** How long an expired ticket is told from one that never was. */
const REMEMBERED = 366 * 24 * HOUR

/** Creates the tickets of trainings. */
export function createTickets(
  store: IndexStore,
  now: () => number,
  progressOf: (ticket: string) => ReturnType<Trainings['progressOf']>,
) {
  return {
    /** Tickets that an earlier process left open and whose training is to be done again; it is done again once. */
    leftOpen: () =>
      store.tickets.resume(
        'The program stopped during the training, twice; the index is as it was. Train it again.',
        now(),
      ),
    /** To be called when a stop in good order leaves trainings open. */
    leave: () => store.tickets.clear(),
    /** True for one whose training is under way or waits. */
    isOpen: (id: string) => progressOf(id) !== null,
    /** A new ticket: 32 characters that cannot be guessed. */
    issue(key: IndexKey): string {
      const id = randomUUID().replaceAll('-', '')
      store.tickets.forgetBefore(now() - REMEMBERED)
      store.tickets.add(id, key, now())
      return id
    },
    finish(ids: readonly string[], end: TrainingEnd) {
      const isTrained = 'entries' in end
      store.tickets.finish(ids, {
        state: isTrained ? 'trained' : 'failed',
        entries: isTrained ? end.entries : null,
        text: isTrained ? '' : end.failure,
        at: now(),
      })
    },
    /**
     * Answers a ticket of an owner. Throws `ticket-not-found`, or `ticket-expired` later than 24 hours after the
     * training ended.
     */
    read(id: string, owner?: string): Ticket {
      const row = store.tickets.find(id, checkOwner(owner))
      if (row === undefined) throw new AppError('ticket-not-found', `There is no ticket "${id}".`)
      if (row.finishedAt !== null && now() - row.finishedAt >= KEPT)
        throw new AppError('ticket-expired', `The ticket "${id}" has expired: its result was kept for 24 hours.`)
      return toTicket(row, progressOf(id))
    },
  }
}

function toTicket(row: TicketRow, run: ReturnType<Trainings['progressOf']>): Ticket {
  const isFinal = row.finishedAt !== null
  return {
    is_final: isFinal,
    ticket_result: {
      state: isFinal ? row.state : run?.hasBegun ? 'training' : 'waiting',
      progress: row.state === 'trained' ? 100 : Math.floor((run?.progress ?? 0) * 99), // the last percent is the switch
      index_id: row.indexId,
      kind: row.kind,
      ...(row.kind === 'categories' && { categorizer_id: row.categorizerId }),
      ...(row.entries !== null && { entries: row.entries }),
      text: row.text,
    },
  }
}
