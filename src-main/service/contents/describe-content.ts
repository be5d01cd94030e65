import type { OperationCall } from '../../analysis/operations/calls.ts'
import type { PictureVector } from '../../analysis/operations/ports.ts'
import { IndexChanged } from '../../indexes/named/admit-vector.ts'
import { modelMissing, noContentModel } from '../errors/unavailable.ts'
import { analyse, type Values, type GivenPicture } from '../http/given-picture.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call } from '../http/route.ts'

/** The purpose for which a picture is described. */
export type Purpose<R, T> = {
  indexId: string
  /** Begins the sentence if a picture cannot be described. */
  what: string
  /**
   * The model to describe with, or undefined for the best; called before each try. Without `sure`, the answer may be
   * slightly out of date.
   */
  model(sure: boolean): Promise<string | undefined>
  /** Uses the description. If it rejects with `IndexChanged`, the picture is described again. */
  use(content: PictureVector, results: R, isLastTry: boolean): Promise<T>
}

/**
 * Describes a picture with the model of an index and hands the result to `use`. Other calls on the picture run together
 * with it. Throws 503 if that model is not installed, and what the other calls refuse.
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
      const installed = dependencies.analysis.contentModels() // replaces processes with outdated models
      const wanted = await model(true)
      if (wanted === undefined && isLastTry) throw noContentModel(what)
      if (wanted !== undefined && (isLastTry || !installed.includes(wanted))) throw modelMissing(indexId, wanted)
    }
  }
}
