import { FaceParameters, FaceResult } from '../../contract/analysis/operations/faces.ts'
import { analyse } from '../http/analyse.ts'
import { success } from '../http/envelopes.ts'
import { receivePicture } from '../http/receive-picture.ts'
import type { Route } from '../http/route.ts'
import { pictureRoutes } from './picture-routes.ts'

/** `/v2/faces/detections` */
export const faceRoutes: readonly Route[] = pictureRoutes({
  id: 'v2.faces.detections',
  path: '/v2/faces/detections',
  group: 'Faces',
  summary: 'Faces in a picture',
  examples: ['return_face_attributes=1'],
  parameters: FaceParameters,
  result: FaceResult,
  async handle(call, dependencies) {
    const { given, picture } = await receivePicture(call, dependencies, FaceParameters)
    const [result] = await analyse(call, dependencies, picture, [{ operation: 'faces', given }])
    await call.admission.processed()
    return success(result)
  },
})
