import { CroppingParameters, CroppingResult } from '../../contract/analysis/operations/croppings.ts'
import { analyse, receivePicture } from '../http/given-picture.ts'
import { success } from '../http/envelopes.ts'
import type { Answer, Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { pictureRoutes } from './picture-routes.ts'

/** `/v2/croppings`; with `image_result=1` the answer is a picture. */
export const croppingRoutes: readonly Route[] = pictureRoutes({
  id: 'v2.croppings',
  path: '/v2/croppings',
  group: 'Croppings',
  summary: 'Crops that keep what matters in a picture',
  examples: ['resolution=800x600'],
  parameters: CroppingParameters,
  result: CroppingResult,
  pictureTypes: ['image/jpeg', 'image/png'],
  handle,
})

async function handle(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const { given, picture } = await receivePicture(call, dependencies, CroppingParameters)
  const [answer] = await analyse(call, dependencies, picture, [{ operation: 'croppings', given }])
  await call.admission.processed()
  if (answer.kind === 'image') return { bytes: answer.bytes, type: answer.type }
  const { kind: _kind, ...result } = answer
  return success(result)
}
