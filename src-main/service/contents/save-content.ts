import type { OperationCall } from '../../analysis/operations/calls.ts'
import type { HeldVectors } from '../../indexes/named/admit-vector.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import type { Values, GivenPicture } from '../http/given-picture.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call } from '../http/route.ts'
import { describeContent } from './describe-content.ts'

/**
 * Describes a picture with the model of an index, or the best one if it has none, and saves it there. The model comes
 * from what is remembered of the index, which saving checks. Resolves to the results of the other calls on the picture;
 * throws as `describeContent` does, and `bad-params`.
 */
export async function saveContent<const C extends readonly OperationCall[]>(
  call: Call,
  dependencies: RouteDependencies,
  picture: GivenPicture,
  { index, entryId }: { index: IndexName; entryId: string },
  others: C,
): Promise<Values<C>> {
  const { analysis, indexes } = dependencies
  let wanted: string | undefined
  const purpose = {
    indexId: index.indexId,
    what: 'save_index',
    async model(sure: boolean) {
      wanted = sure ? await indexes.modelFor('save', index) : modelOf(await indexes.recall(index))
      return wanted ?? analysis.contentModels()[0]
    },
    async use(content: { vector: Float32Array; modelId: string }, results: Values<C>, isLastTry: boolean) {
      const { modelId: model } = content
      const isFor = (held: HeldVectors) => [wanted, model].includes(modelOf(held))
      const description = { model, picture: picture.held.pictureId }
      await indexes.save(index, entryId, content.vector, isLastTry ? description : { ...description, isFor })
      return results
    },
  }
  return describeContent(call, dependencies, picture, purpose, others)
}

const modelOf = ({ isEmpty, model }: HeldVectors) => (isEmpty ? undefined : (model ?? undefined))
