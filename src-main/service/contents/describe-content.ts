import type { OperationCall } from '../../analysis/operations/calls.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import type { IndexName } from '../../indexes/named/index-name.ts'
import { modelMissing, noContentModel } from '../errors/unavailable.ts'
import { analyse, type Values } from '../http/analyse.ts'
import type { GivenPicture } from '../http/receive-picture.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call } from '../http/route.ts'

/** What a picture is described for; `what` begins the sentence where it cannot be. */
export type Purpose = { index: IndexName; purpose: 'search' | 'save'; what: string }

/**
 * Describes a picture with the model that an index was made with, and with the best one where the index has none yet.
 * Other calls on the picture go along. Throws 503 where that model is not installed, and what the others refuse.
 */
export async function describeContent<const C extends readonly OperationCall[]>(
  call: Call,
  dependencies: RouteDependencies,
  picture: GivenPicture,
  { index, purpose, what }: Purpose,
  others: C,
): Promise<{ content: PictureVector; results: Values<C> }> {
  const { analysis, indexes } = dependencies
  for (let isLastTry = false; ; isLastTry = true) {
    const newest = () => (purpose === 'save' ? analysis.contentModels()[0] : undefined)
    const modelId = (await indexes.modelFor(purpose, index)) ?? newest()
    const calls: readonly OperationCall[] = [...others, { operation: 'contentVector', modelId }]
    const results = await analyse(call, dependencies, picture, calls)
    const content = results.at(-1) as PictureVector | null
    // the index may have been made, or moved to another model, while the picture was looked at
    const wanted = await indexes.modelFor(purpose, index)
    if (content !== null && (wanted === undefined || wanted === content.modelId))
      return { content, results: results.slice(0, -1) as Values<C> }
    const installed = analysis.contentModels() // replaces processes that do not know what is installed by now
    if (wanted === undefined ? isLastTry : isLastTry || !installed.includes(wanted))
      throw wanted === undefined ? noContentModel(what) : modelMissing(index.indexId, wanted)
  }
}
