import type { Text } from '../../contract/sentences/text.ts'
import type { QueueDecision } from './queue-state.ts'

/** Counts of the present batch: from when work last began until nothing is pending. */
export type QueueProgress = {
  queue: QueueDecision
  isWorking: boolean
  /** Photos that are analysed but for steps that nobody waits for, and whether some of them are continued now. */
  late: number
  isFollowing: boolean
  analysed: number
  failed: number
  pending: number
  perSecond: number
  /** All pending photos wait for a service. */
  isWaiting: boolean
  /** Why photos cannot be analysed or saved, as a sentence; null while they can. The queue retries automatically. */
  problem: Text | null
}
