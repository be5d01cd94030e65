import { MAX_FAILURES } from '../../ports/jobs.ts'
import { canonicalJson, table, type Row, type Table } from './table.ts'

/**
 * Waiting jobs in a form that both queues know. A job that was active when its service was killed waits; of two with
 * the same key, the one sent first is kept. Repeated work is sent again by each start.
 */
export const jobTable: Table = table('jobs', {
  title: 'waiting jobs',
  key: ['queue', 'job_key'],
  columns: {
    queue: 'text',
    job_key: 'text',
    owner: 'text',
    data: 'json',
    attempt: 'integer',
    is_given_up: 'flag',
    due_ms: 'integer',
  },
})

/** Prefix of queues whose jobs each start sends again. */
export const REPEATED = 'repeated-'
/** A given-up job has its own key, beside one that waits. */
const GIVEN_UP = '/given-up'

/** A job of either side; `failures` counts crashes of the process and rejections. */
export type WaitingJob = {
  queue: string
  key: string
  owner: string
  data: unknown
  attempt: number
  failures: number
  dueMs: number
}

/** A job as a row for the transfer. */
export function toRow({ queue, key, owner, data, attempt, failures, dueMs }: WaitingJob): Row {
  const isGivenUp = failures >= MAX_FAILURES
  const ownKey = isGivenUp && !key.endsWith(GIVEN_UP) ? key + GIVEN_UP : key
  return [queue, ownKey, owner, canonicalJson(data), attempt, isGivenUp, dueMs]
}

/** A transferred job; it may fail as often as a new one, unless it was given up. */
export function fromRow(row: Row): WaitingJob {
  const [queue, key, owner, data, attempt, isGivenUp, dueMs] = row as [
    string,
    string,
    string,
    string,
    number,
    boolean,
    number,
  ]
  return {
    queue,
    key,
    owner,
    data: JSON.parse(data),
    attempt,
    failures: isGivenUp ? MAX_FAILURES : 0,
    dueMs,
  }
}
