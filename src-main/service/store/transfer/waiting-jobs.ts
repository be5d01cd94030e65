import { MOST_FAILURES } from '../../ports/jobs.ts'
import { canonicalJson, table, type Row, type Table } from './table.ts'

/**
 * Jobs that wait, as both queues know them. One that was under way when its service was killed waits; of two of a key
 * the one that was sent first is kept. Work that is repeated is sent anew by each start.
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

/** Queues whose jobs each start sends anew. */
export const REPEATED = 'repeated-'
/** A job that was given up has a key of its own, beside one that waits. */
const GIVEN_UP = '/given-up'

/** A job of either side; `failures` of those that ended their process, or rejected. */
export type WaitingJob = {
  queue: string
  key: string
  owner: string
  data: unknown
  attempt: number
  failures: number
  dueMs: number
}

/** A job as it travels. */
export function toRow({ queue, key, owner, data, attempt, failures, dueMs }: WaitingJob): Row {
  const isGivenUp = failures >= MOST_FAILURES
  const ownKey = isGivenUp && !key.endsWith(GIVEN_UP) ? key + GIVEN_UP : key
  return [queue, ownKey, owner, canonicalJson(data), attempt, isGivenUp, dueMs]
}

/** A job that travelled; it may fail as often as a new one, unless it was given up. */
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
    failures: isGivenUp ? MOST_FAILURES : 0,
    dueMs,
  }
}
