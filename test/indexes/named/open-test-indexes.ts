import { setImmediate } from 'node:timers/promises'
import type { Ticket } from '../../../src-main/contract/analysis/ticket.ts'
import type { Indexes } from '../../../src-main/indexes/named/indexes.ts'
import { openIndexes, type OpenOptions } from '../../../src-main/indexes/named/open-indexes.ts'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { trainingJobs } from '../../../src-main/service/trained-states/training-jobs.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'

const silentLog = { warn: () => {}, error: () => {} }

/** Opens indexes whose trainings are jobs beside them in the folder; closing them stops their trainings first. */
export async function openTestIndexes({ log = silentLog, ...options }: Omit<OpenOptions, 'queue'>): Promise<Indexes> {
  const store = openServiceStore(options.folder)
  const jobs = new EmbeddedJobs({ rows: store.jobs, log, failurePauseMs: 0 })
  const close = async () => {
    await jobs.close()
    await store.close()
  }
  try {
    const indexes = await openIndexes({ ...options, log, queue: trainingJobs(jobs, log) })
    const closeIndexes = indexes.close.bind(indexes)
    return Object.assign(indexes, { close: () => close().then(closeIndexes) })
  } catch (error) {
    await close()
    throw error
  }
}

/** Waits until a ticket is final and returns its answer. */
export async function settle(indexes: Indexes, ticketId: string, owner?: string): Promise<Ticket> {
  for (;;) {
    const ticket = await indexes.ticket(ticketId, owner)
    if (ticket.is_final) return ticket
    await setImmediate()
  }
}
