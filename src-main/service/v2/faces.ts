import { z } from 'zod'
import { FaceParameters, FaceResult } from '../../contract/analysis/operations/faces.ts'
import { readParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { ServiceError } from '../errors/service-error.ts'
import { analyse, receivePicture } from '../http/given-picture.ts'
import { pickKnown } from '../http/parameters.ts'
import { success } from '../http/envelopes.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call, Route } from '../http/route.ts'
import { exampleFaces, SimilarityParameters } from './face-parameters.ts'
import { pictureRoutes } from './picture-routes.ts'

/** `/v2/faces/detections` and `/v2/faces/similarity` */
export const faceRoutes: readonly Route[] = [
  ...pictureRoutes({
    id: 'v2.faces.detections',
    path: '/v2/faces/detections',
    group: 'Faces',
    summary: 'Faces in a picture',
    examples: ['return_face_attributes=1'],
    parameters: FaceParameters,
    result: FaceResult,
    handle: detect,
  }),
  {
    id: 'v2.faces.similarity',
    version: 'v2',
    method: 'GET',
    path: '/v2/faces/similarity',
    group: 'Faces',
    summary: 'How alike two faces are',
    isAddition: true,
    examples: [`face_id=${exampleFaces[0]}`, `second_face_id=${exampleFaces[1]}`],
    pathParts: {},
    parameters: SimilarityParameters,
    body: 'none',
    result: z.object({
      score: z
        .number()
        .min(0)
        .max(100)
        .describe('100 for the same picture; from 50 on, rather the same person than two. See ENGINE.md for figures.'),
    }),
    statuses: [400, 404, 410],
    analyses: () => 0,
    handle: compare,
  },
]

/** Faces are identified only if ids are requested, and are kept under these ids. */
async function detect(call: Call, dependencies: RouteDependencies) {
  const { given, params, picture } = await receivePicture(call, dependencies, FaceParameters)
  const detection = { operation: 'faces', given } as const
  if (params.return_face_id === 0) {
    const [result] = await analyse(call, dependencies, picture, [detection])
    await call.admission.processed()
    return success(result)
  }
  const [result, vectors] = await analyse(call, dependencies, picture, [detection, { operation: 'faceVectors' }])
  await dependencies.faces.keep(call.account.id, vectors)
  await call.admission.processed()
  return success(result)
}

async function compare({ account, query }: Call, { faces }: RouteDependencies) {
  const given = readParameters(SimilarityParameters, pickKnown(query, SimilarityParameters))
  const [one, other] = (['face_id', 'second_face_id'] as const).map((name) => {
    const id = given[name]?.trim()
    if (id) return id
    throw new ServiceError(400, `${name} is missing: give the ids of two faces as face_id and second_face_id.`)
  }) as [string, string]
  return success({ score: await faces.compare(account.id, one, other) })
}
