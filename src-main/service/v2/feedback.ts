import { z } from 'zod'
import { Judgement } from '../../contract/analysis/feedback.ts'
import { done } from '../http/envelopes.ts'
import { textsOf } from '../http/parameters.ts'
import type { Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { text } from '../../contract/analysis/operations/values.ts'

const FeedbackBody = z.object({ judgements: z.array(Judgement).min(1).max(200) })
/**
 * The same in a form, where each field may be repeated: tags that fit, tags that do not, and tags that were missing.
 */
const FeedbackForm = z.object({
  right: text(200).describe('A tag that fits; repeatable.'),
  wrong: text(200).describe('A tag that does not fit; repeatable.'),
  added: text(200).describe('A tag that was missing; repeatable.'),
})

/** `/v2/feedback/<feedback_id>`, for feedback on an analysis with `accept_feedback=1`. */
export const feedbackRoutes: readonly Route[] = [
  {
    id: 'v2.feedback.post',
    version: 'v2',
    method: 'POST',
    path: '/v2/feedback/:feedback_id',
    group: 'Feedback',
    isAddition: true,
    summary: 'Says which tags of an analysis fit, which do not, and which were missing',
    pathParts: { feedback_id: 'What the analysis returned; for 24 hours.' },
    parameters: FeedbackForm,
    body: { json: FeedbackBody },
    result: z.object({}),
    statuses: [400, 404, 415],
    analyses: () => 0,
    handle: give,
  },
]

async function give(call: Call, { classifiers }: RouteDependencies) {
  const { given } = await call.receive(async () => null)
  const judgements =
    given['judgements'] ??
    (['right', 'wrong', 'added'] as const).flatMap((verdict) =>
      textsOf(given, verdict).map((tag) => ({ tag, verdict })),
    )
  await classifiers.giveFeedback(call.account.id, { feedback_id: call.path['feedback_id'], judgements })
  return done
}
