import { TagParameters, TagResult } from '../../contract/analysis/operations/tags.ts'
import { classifierNotFound } from '../../analysis/classifiers/classifier.ts'
import { analyse, receivePicture } from '../http/given-picture.ts'
import { success } from '../http/envelopes.ts'
import type { Answer, Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { pictureRoutes } from './picture-routes.ts'

const parameters = TagParameters.omit({ tagger_id: true })
const addition = { 'x-addition': true }
/** The published interface has feedback only for GET. */
const postParameters = parameters.safeExtend({
  use_feedback: parameters.shape.use_feedback.meta(addition),
  accept_feedback: parameters.shape.accept_feedback.meta(addition),
  feedback_index: parameters.shape.feedback_index.meta(addition),
})
const examples = ['language=en,de', 'limit=10']
const shared = { group: 'Tags', examples, parameters, postParameters, result: TagResult, handle }

/** `/v2/tags(/<tagger_id>)` */
export const tagRoutes: readonly Route[] = [
  ...pictureRoutes({ ...shared, id: 'v2.tags', path: '/v2/tags', summary: 'Tags of a picture' }),
  ...pictureRoutes({
    ...shared,
    id: 'v2.tags.custom',
    path: '/v2/tags/:tagger_id',
    summary: 'Tags of a picture by a tagger of your own',
    pathParts: { tagger_id: 'Id of a tagger that was taught.' },
  }),
]

async function handle(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const { tagger_id } = call.path
  if (tagger_id !== undefined && !(await dependencies.analysis.hasTagger(call.account, tagger_id)))
    throw classifierNotFound(tagger_id.slice(0, 80))
  const { given, picture } = await receivePicture(call, dependencies, parameters)
  const [result] = await analyse(call, dependencies, picture, [
    { operation: 'tags', given: tagger_id === undefined ? given : { ...given, tagger_id } },
  ])
  await call.admission.processed()
  return success(result)
}
