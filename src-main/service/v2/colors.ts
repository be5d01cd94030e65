import type { FeaturesType } from '../../contract/analysis/index.ts'
import { ColorParameters, ColorResult } from '../../contract/analysis/operations/colors.ts'
import { AppError } from '../../contract/errors.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { analyse } from '../http/analyse.ts'
import { success } from '../http/envelopes.ts'
import { receivePicture } from '../http/receive-picture.ts'
import type { Answer, Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { pictureRoutes } from './picture-routes.ts'
import { readTarget } from './save-picture.ts'

/** `/v2/colors` */
export const colorRoutes: readonly Route[] = pictureRoutes({
  id: 'v2.colors',
  path: '/v2/colors',
  group: 'Colors',
  summary: 'Colours of a picture, which can be saved in an index',
  examples: ['deterministic=1'],
  parameters: ColorParameters,
  result: ColorResult,
  handle,
})

async function handle(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const { given, params, picture } = await receivePicture(call, dependencies, ColorParameters)
  const target = readTarget(call.account.id, params, 'colors')
  const colors = { operation: 'colors', given } as const
  if (target === null) {
    const [result] = await analyse(call, dependencies, picture, [colors])
    await call.admission.processed()
    return success(result)
  }
  const features = params.features_type ?? (await heldFeatures(dependencies, target.index))
  const [result, vector] = await analyse(call, dependencies, picture, [colors, { operation: 'colorVector', features }])
  await dependencies.indexes.save(target.index, target.entryId, vector, { featuresType: features })
  await call.admission.processed()
  return success(result)
}

/** What a colour index compares; whole pictures where it is new. */
async function heldFeatures({ indexes }: RouteDependencies, index: IndexName): Promise<FeaturesType> {
  try {
    return (await indexes.traits(index)).featuresType ?? 'overall'
  } catch (error) {
    if (error instanceof AppError && error.code === 'index-not-found') return 'overall'
    throw error
  }
}
