import type { PgBoss } from 'pg-boss'
import { MOST_FAILURES } from '../../ports/jobs.ts'

/** A node that does not say for so long that it lives has lost its jobs; the library knows no shorter time. */
const HEARTBEAT_SECONDS = 10
const HOUR = 3600
const DAY = 24 * HOUR
/** Of the library: no job may be under way for longer. */
const LONGEST_SECONDS = DAY - 1

/** Where jobs of a queue go that were given up. */
export const deadQueue = (queue: string): string => `${queue}-given-up`

/** Makes a queue, and the one of what is given up, where they are not there. */
export async function createQueues(boss: PgBoss, queue: string, failurePauseMs: number): Promise<void> {
  const kept = { retentionSeconds: 365 * DAY, deleteAfterSeconds: HOUR, expireInSeconds: LONGEST_SECONDS }
  const lease = { heartbeatSeconds: HEARTBEAT_SECONDS, notify: true }
  const dead = deadQueue(queue)
  await boss.createQueue(dead, { ...kept, ...lease, retryLimit: 1000, retryDelay: 60 })
  await boss.createQueue(queue, {
    ...kept,
    ...lease,
    policy: 'stately', // of a key, one that waits and one under way
    deadLetter: dead,
    retryLimit: MOST_FAILURES - 1,
    retryDelay: Math.ceil(failurePauseMs / 1000),
  })
}
