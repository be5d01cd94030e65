import { z } from 'zod'

/** Why one operation failed on one picture. */
export const BatchFault = z.object({ code: z.string(), message: z.string() })
export type BatchFault = z.infer<typeof BatchFault>

/** The results of a batch for one picture; each operation appears in one of the two records. */
export const BatchFindings = z.object({
  results: z
    .record(z.string(), z.unknown())
    .describe('By operation what its own endpoint gives as `result`, for example `results.tags.tags`.'),
  errors: z.record(z.string(), BatchFault).describe('By operation what went wrong; empty where all went well.'),
})
export type BatchFindings = z.infer<typeof BatchFindings>
