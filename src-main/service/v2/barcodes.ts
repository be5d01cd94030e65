import { BarcodeParameters, BarcodeResult } from '../../contract/analysis/operations/barcodes.ts'
import { analyse, receivePicture } from '../http/given-picture.ts'
import { success } from '../http/envelopes.ts'
import type { Route } from '../http/route.ts'
import { pictureRoutes } from './picture-routes.ts'

/** `/v2/barcodes` */
export const barcodeRoutes: readonly Route[] = pictureRoutes({
  id: 'v2.barcodes',
  path: '/v2/barcodes',
  group: 'Barcodes',
  summary: 'Barcodes in a picture, with what they say',
  isAddition: true,
  parameters: BarcodeParameters,
  result: BarcodeResult,
  async handle(call, dependencies) {
    const { given, picture } = await receivePicture(call, dependencies, BarcodeParameters)
    const [result] = await analyse(call, dependencies, picture, [{ operation: 'barcodes', given }])
    await call.admission.processed()
    return success(result)
  },
})
