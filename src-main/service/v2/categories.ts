import { z } from 'zod'
import { CategorizerRecord, CategoryParameters, CategoryResult } from '../../contract/analysis/operations/categories.ts'
import { saveContent } from '../contents/save-content.ts'
import { analyse, receivePicture } from '../http/given-picture.ts'
import { requireCategorizer } from '../http/require-categorizer.ts'
import { success } from '../http/envelopes.ts'
import type { Answer, Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { pictureRoutes } from './picture-routes.ts'
import { readSaveTarget } from './read-save-target.ts'

/** `/v2/categories/<categorizer_id>` and the list of categorizers. */
export const categoryRoutes: readonly Route[] = [
  ...pictureRoutes({
    id: 'v2.categories',
    path: '/v2/categories/:categorizer_id',
    group: 'Categories',
    summary: 'Categories of a picture, which can be saved in an index',
    pathParts: { categorizer_id: 'Id of a categorizer, as listed by /v2/categorizers.' },
    parameters: CategoryParameters,
    result: CategoryResult,
    handle,
  }),
  {
    id: 'v2.categorizers',
    version: 'v2',
    method: 'GET',
    path: '/v2/categorizers',
    group: 'Categories',
    summary: 'Every categorizer, with the categories it knows',
    pathParts: {},
    parameters: z.object({}),
    body: 'none',
    result: z.object({ categorizers: z.array(CategorizerRecord) }),
    statuses: [],
    analyses: () => 0,
    handle: async ({ account }, { analysis }) => success({ categorizers: await analysis.categorizers(account) }),
  },
]

async function handle(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const categorizerId = call.path['categorizer_id']!
  await requireCategorizer(call.account, dependencies, categorizerId)
  const { given, params, picture } = await receivePicture(call, dependencies, CategoryParameters)
  const target = readSaveTarget(call.account.id, params, { categorizerId })
  const categories = { operation: 'categories', categorizerId, given } as const
  if (target === null) {
    const [result] = await analyse(call, dependencies, picture, [categories])
    await call.admission.processed()
    return success(result)
  }
  const [result] = await saveContent(call, dependencies, picture, target, [categories])
  await call.admission.processed()
  return success(result)
}
