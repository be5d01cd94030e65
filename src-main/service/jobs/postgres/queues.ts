import type { PgBoss } from 'pg-boss'
import { MAX_FAILURES } from '../../ports/jobs.ts'

/** A node without a heartbeat for this long has lost its jobs; the library's minimum. */
const HEARTBEAT_SECONDS = 10
const HOUR = 3600
const DAY = 24 * HOUR
/** The library's maximum duration of a job. */
const MAX_SECONDS = DAY - 1

/** The queue of given-up jobs of a queue. */
export const deadQueue = (queue: string): string => `${queue}-given-up`

/** Creates a queue and that of its given-up jobs, if they do not exist. */
export async function createQueues(boss: PgBoss, queue: string, failurePauseMs: number): Promise<void> {
  const kept = { retentionSeconds: 365 * DAY, deleteAfterSeconds: HOUR, expireInSeconds: MAX_SECONDS }
  const lease = { heartbeatSeconds: HEARTBEAT_SECONDS, notify: true }
  const dead = deadQueue(queue)
  await boss.createQueue(dead, { ...kept, ...lease, retryLimit: 1000, retryDelay: 60 })
  await boss.createQueue(queue, {
    ...kept,
    ...lease,
    policy: 'stately', // per key one waiting and one active job
    deadLetter: dead,
    retryLimit: MAX_FAILURES - 1,
    retryDelay: Math.ceil(failurePauseMs / 1000),
  })
}
