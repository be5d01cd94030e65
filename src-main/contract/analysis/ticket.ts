import { z } from 'zod'
import { IndexKind } from './index.ts'

/** The state of the training that a ticket refers to. */
export const TrainingState = z.enum(['waiting', 'training', 'trained', 'failed'])
export type TrainingState = z.infer<typeof TrainingState>

/** The answer to a ticket; `is_final` is true once the training has succeeded or failed. */
export const Ticket = z.object({
  is_final: z.boolean(),
  ticket_result: z.object({
    state: TrainingState,
    /** Percent, 0 to 100. */
    progress: z.int().min(0).max(100),
    index_id: z.string(),
    kind: IndexKind,
    categorizer_id: z.string().optional(),
    /** Number of searchable entries; only after the training. */
    entries: z.int().optional(),
    notes: z
      .array(z.string())
      .optional()
      .describe('Of a training that went well: whether the index moved to a better model, or why it did not.'),
    /** Why the training failed; empty otherwise. */
    text: z.string(),
  }),
})
export type Ticket = z.infer<typeof Ticket>
