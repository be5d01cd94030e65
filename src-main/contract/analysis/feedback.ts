import { z } from 'zod'

/** How long feedback can be given under a feedback_id, in milliseconds: 24 hours. */
export const FEEDBACK_MS = 24 * 60 * 60 * 1000
export const DEFAULT_FEEDBACK_INDEX = 'feedback'

/** Name of a feedback index; several stand side by side. */
export const FeedbackIndexName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'The name of a feedback index has 1 to 64 letters, digits, "-" or "_", and begins with a letter or digit.')
export type FeedbackIndexName = z.infer<typeof FeedbackIndexName>

export const FeedbackId = z.string().regex(/^fb_[0-9a-f]{32}$/, 'A feedback_id is what an analysis with accept_feedback returned.')
export type FeedbackId = z.infer<typeof FeedbackId>

/** What a person says of one tag of a result: it fits, it does not, or it was missing. */
export const Judgement = z.object({ tag: z.string().trim().min(1).max(200), verdict: z.enum(['right', 'wrong', 'added']) })
export type Judgement = z.infer<typeof Judgement>

/** Feedback under one feedback_id; what is said of the same tag again replaces what was said before. */
export const Feedback = z.object({ feedback_id: FeedbackId, judgements: z.array(Judgement).min(1).max(200) })
export type Feedback = z.infer<typeof Feedback>
