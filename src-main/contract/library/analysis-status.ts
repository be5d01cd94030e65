import { z } from 'zod'
import { Text } from '../sentences/text.ts'

/** The progress of scanning and analysing the library. */
export const AnalysisStatus = z.object({
  state: z.enum(['idle', 'scanning', 'analysing', 'paused']),
  /** Files visited by the scans that are running; 0 if none is. */
  scanned: z.int(),
  /** Photos of the current batch: those pending when it started, and those added since. */
  total: z.int(),
  analysed: z.int(),
  failed: z.int(),
  pending: z.int(),
  /**
   * Analysed photos whose sharpness is not measured yet: that follows when nobody works, and at once for photos on
   * screen and frames of stacks. `isRunning` if some are measured now; absent while there are none.
   */
  late: z.object({ photos: z.int(), isRunning: z.boolean() }).optional(),
  /** Photos per second over the last 30 seconds; 0 while unknown. */
  perSecond: z.number(),
  /** Whole seconds left, or null while unknown. */
  secondsLeft: z.int().nullable(),
  /** A sentence that says why all pending photos wait for the service; absent while any of them can be analysed. */
  waiting: Text.optional(),
  /**
   * A sentence that says why photos cannot be analysed or saved, such as a full disk or a network share that does not
   * answer; absent while they can.
   */
  problem: Text.optional(),
})
export type AnalysisStatus = z.infer<typeof AnalysisStatus>
