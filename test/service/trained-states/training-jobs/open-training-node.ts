import { Indexes } from '../../../../src-main/indexes/named/indexes.ts'
import type { TrainedStates, TrainingWatch } from '../../../../src-main/indexes/named/trained-states.ts'
import type { TicketCall } from '../../../../src-main/indexes/store/port.ts'
import { openPostgresJobs } from '../../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import { trainingJobs } from '../../../../src-main/service/trained-states/training-jobs.ts'
import { openPostgres } from '../../../../src-main/service/store/postgres/open-postgres.ts'

const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export const trip = { owner: 'ada', kind: 'colors', indexId: 'trip' } as const

export type NodeOptions = {
  /** Called within each training of this node, which continues when that resolves. */
  onTraining?: (watch: TrainingWatch) => Promise<void>
  call?: (call: TicketCall) => Promise<void>
}

/** The trainings of one node of a service on a database. They are read and not stored. */
export async function openTrainingNode(url: string, { onTraining = async () => {}, call }: NodeOptions = {}) {
  const { store, indexes: rows, connection } = await openPostgres({ url, log: silentLog })
  const jobs = await openPostgresJobs({ connection, log: silentLog, pollSeconds: 0.5, failurePauseMs: 0 })
  const states: TrainedStates = {
    has: () => true,
    async build({ indexRow, pages }, watch) {
      let entries = 0
      for await (const page of pages(10)) entries += page.length
      await onTraining(watch)
      return `${indexRow}-${entries}`
    },
    open: async () => null,
    remove: async () => {},
    sweep: async () => {},
  }
  const queue = trainingJobs(jobs, silentLog)
  const indexes = await Indexes.open(rows, { states, queue, now: Date.now, log: silentLog, call, progressMs: 0 })
  const close = async () => {
    await jobs.close()
    await indexes.close()
    await store.close()
  }
  return { indexes, close }
}
