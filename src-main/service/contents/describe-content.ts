import type { OperationCall } from '../../analysis/operations/calls.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import { IndexChanged } from '../../indexes/named/admit-vector.ts'
import { modelMissing, noContentModel } from '../errors/unavailable.ts'
import { analyse, type Values } from '../http/analyse.ts'
import type { GivenPicture } from '../http/receive-picture.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call } from '../http/route.ts'

/** What a picture is described for. */
export type Purpose<R, T> = {
  indexId: string
  /** Begins the sentence where a picture cannot be described. */
  what: string
  /**
   * The model to describe with, and undefined for the best; asked again before each try. What is not `sure` may be as
   * it was a while ago.
   */
  model(sure: boolean): Promise<string | undefined>
  /** Uses what was described. The picture is described once more where this rejects with `IndexChanged`. */
  use(content: PictureVector, results: R, isLastTry: boolean): Promise<T>
}

/**
 * Describes a picture with the model that an index was made with, and hands it over. Other calls on the picture go
 * along. Throws 503 where that model is not installed, and what the others refuse.
 */
export async function describeContent<const C extends readonly OperationCall[], T>(
  call: Call,
  dependencies: RouteDependencies,
  picture: GivenPicture,
  { indexId, what, model, use }: Purpose<Values<C>, T>,
  others: C,
): Promise<T> {
  for (let isLastTry = false; ; isLastTry = true) {
    const calls = [...others, { operation: 'contentVector', modelId: await model(isLastTry) }] as const
    const results: readonly unknown[] = await analyse<readonly OperationCall[]>(call, dependencies, picture, calls)
    const content = results.at(-1) as PictureVector | null
    if (content !== null) {
      try {
        return await use(content, results.slice(0, -1) as Values<C>, isLastTry)
      } catch (error) {
        if (isLastTry || !(error instanceof IndexChanged)) throw error
      }
    } else {
      const installed = dependencies.analysis.contentModels() // replaces processes that do not know what is installed
      const wanted = await model(true)
      if (wanted === undefined && isLastTry) throw noContentModel(what)
      if (wanted !== undefined && (isLastTry || !installed.includes(wanted))) throw modelMissing(indexId, wanted)
    }
  }
}
