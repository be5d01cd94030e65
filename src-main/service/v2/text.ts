import { TextParameters, TextResult } from '../../contract/analysis/operations/text.ts'
import { analyse, receivePicture } from '../http/given-picture.ts'
import { success } from '../http/envelopes.ts'
import type { Route } from '../http/route.ts'
import { pictureRoutes } from './picture-routes.ts'

/** `/v2/text` */
export const textRoutes: readonly Route[] = pictureRoutes({
  id: 'v2.text',
  path: '/v2/text',
  group: 'Text',
  summary: 'Text in a picture, line by line',
  isAddition: true,
  parameters: TextParameters,
  result: TextResult,
  async handle(call, dependencies) {
    const { given, picture } = await receivePicture(call, dependencies, TextParameters)
    const [result] = await analyse(call, dependencies, picture, [{ operation: 'text', given }])
    await call.admission.processed()
    return success(result)
  },
})
