import { z } from 'zod'

/** Where the work on the library stands. */
export const AnalysisStatus = z.object({
  state: z.enum(['idle', 'scanning', 'analysing', 'paused']),
  /** Files seen by the scans under way; 0 when none is. */
  scanned: z.int(),
  /** Photos of the present batch: what was pending when work last began, plus what came since. */
  total: z.int(),
  analysed: z.int(),
  failed: z.int(),
  pending: z.int(),
  /** Photos per second over the last half minute; 0 while unknown. */
  perSecond: z.number(),
  /** Whole seconds left, or null while unknown. */
  secondsLeft: z.int().nullable(),
  /** Why what is pending only waits for the service, as a sentence; absent while something can be done. */
  waiting: z.string().optional(),
  /** Why nothing can be saved, such as a full disk, as a sentence; absent while saves succeed. */
  problem: z.string().optional(),
})
export type AnalysisStatus = z.infer<typeof AnalysisStatus>
