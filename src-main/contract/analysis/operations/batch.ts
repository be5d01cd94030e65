import { z } from 'zod'

/** What went wrong with one operation on one picture. */
export const BatchFault = z.object({ code: z.string(), message: z.string() })
export type BatchFault = z.infer<typeof BatchFault>

/** What a batch found out about one picture; each operation is in one of the two. */
export const BatchFindings = z.object({
  results: z
    .record(z.string(), z.unknown())
    .describe('By operation what its own endpoint gives as `result`, for example `results.tags.tags`.'),
  errors: z.record(z.string(), BatchFault).describe('By operation what went wrong; empty where all went well.'),
})
export type BatchFindings = z.infer<typeof BatchFindings>
