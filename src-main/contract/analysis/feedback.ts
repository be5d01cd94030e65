import { z } from 'zod'

/** How long a feedback_id accepts feedback, in milliseconds: 24 hours. */
export const FEEDBACK_MS = 24 * 60 * 60 * 1000
export const DEFAULT_FEEDBACK_INDEX = 'feedback'

/** Name of a feedback index. Messages here and below complete a sentence that begins with the parameter's name. */
export const FeedbackIndexName = z
  .string('must be text')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'must have 1 to 64 letters, digits, "-" or "_", and begin with a letter or digit',
  )
export type FeedbackIndexName = z.infer<typeof FeedbackIndexName>

export const FeedbackId = z
  .string('must be text')
  .regex(/^fb_[0-9a-f]{32}$/, 'must be what an analysis with accept_feedback=1 returned')

/** A person's verdict on one tag of a result: it is right, wrong, or missing and therefore added. */
export const Judgement = z.object(
  {
    tag: z.string('must be text').trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
    verdict: z.enum(['right', 'wrong', 'added'], 'must be right, wrong or added'),
  },
  'must be an object with a tag and a verdict',
)
export type Judgement = z.infer<typeof Judgement>

/** Feedback under one feedback_id; a later judgement of a tag replaces an earlier one. */
export const Feedback = z.object(
  {
    feedback_id: FeedbackId,
    judgements: z
      .array(Judgement, 'must be a list of judgements')
      .min(1, 'must hold at least one judgement')
      .max(200, 'must hold at most 200 judgements'),
  },
  'Feedback must be an object with a feedback_id and judgements',
)
export type Feedback = z.infer<typeof Feedback>
