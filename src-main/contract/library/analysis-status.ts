import { z } from 'zod'
import { Text } from '../sentences/text.ts'

/** The progress of scanning and analysing the library. */
export const AnalysisStatus = z.object({
  state: z.enum(['idle', 'scanning', 'analysing', 'paused']),
  /** Files visited by the scans that are running; 0 without one. */
  scanned: z.int(),
  /** Photos of the present batch: those pending when it started, and those added since. */
  total: z.int(),
  analysed: z.int(),
  failed: z.int(),
  pending: z.int(),
  /** Photos per second over the last 30 seconds; 0 while unknown. */
  perSecond: z.number(),
  /** Whole seconds left, or null while unknown. */
  secondsLeft: z.int().nullable(),
  /** Why all pending photos wait for the service, as a sentence; absent while any of them can be analysed. */
  waiting: Text.optional(),
  /**
   * Why photos cannot be analysed or saved, such as a full disk or a network share that does not answer, as a sentence;
   * absent while they can.
   */
  problem: Text.optional(),
})
export type AnalysisStatus = z.infer<typeof AnalysisStatus>
