import type { z } from 'zod'
import type { FeaturesType } from '../../contract/analysis/index.ts'
import { ColorParameters, ColorResult } from '../../contract/analysis/operations/colors.ts'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { IndexChanged, type HeldVectors } from '../../indexes/named/admit-vector.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { analyse, receivePicture, type GivenPicture } from '../http/given-picture.ts'
import { success } from '../http/envelopes.ts'
import type { Answer, Call, Route } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { pictureRoutes } from './picture-routes.ts'
import { readSaveTarget } from './read-save-target.ts'

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
  const target = readSaveTarget(call.account.id, params, 'colors')
  const colors = { operation: 'colors', given } as const
  if (target === null) {
    const [result] = await analyse(call, dependencies, picture, [colors])
    await call.admission.processed()
    return success(result)
  }
  const result = await saveColors(call, dependencies, picture, target, { given, asked: params.features_type })
  await call.admission.processed()
  return success(result)
}

/**
 * Saves the colours that an index compares: what was requested, else what the index contains, or whole pictures if it
 * is new. They are prepared for the index as remembered, which saving checks, and prepared again if it changed.
 */
async function saveColors(
  call: Call,
  dependencies: RouteDependencies,
  picture: GivenPicture,
  { index, entryId }: { index: IndexName; entryId: string },
  { given, asked }: { given: GivenParameters; asked: FeaturesType | null },
): Promise<z.output<typeof ColorResult>> {
  const { indexes } = dependencies
  for (let isLastTry = false; ; isLastTry = true) {
    const features = asked ?? heldFeatures(await indexes.recall(index))
    const calls = [
      { operation: 'colors', given },
      { operation: 'colorVector', features },
    ] as const
    const [result, vector] = await analyse(call, dependencies, picture, calls)
    const isFor = (held: HeldVectors) => asked !== null || heldFeatures(held) === features
    try {
      await indexes.save(
        index,
        entryId,
        vector,
        isLastTry ? { featuresType: features } : { featuresType: features, isFor },
      )
      return result
    } catch (error) {
      if (isLastTry || !(error instanceof IndexChanged)) throw error
    }
  }
}

const heldFeatures = ({ featuresType }: HeldVectors): FeaturesType => featuresType ?? 'overall'
