import type { FeaturesType } from '../../contract/analysis/index.ts'
import { AppError } from '../../contract/errors.ts'
import { unitRow } from '../scan/quantise.ts'
import type { IndexRow, Traits } from '../store/port.ts'
import { titleOf } from './index-name.ts'

const MAX_DIMENSIONS = 65_536

/** What is said of a vector when it is saved. */
export type SaveOptions = {
  /** Id of the model that made the vector, where the caller knows it. */
  model?: string
  /** Colours only: what the signature was taken of; the index's own when absent, `overall` in a new index. */
  featuresType?: FeaturesType
  /** What names the bytes of the picture, so that it can be described anew while it is kept somewhere. */
  picture?: string
  /**
   * Whether the vector was made for an index like this one; where not, saving rejects with `IndexChanged`. For a vector
   * that was made for the index as it was before, or as it was remembered.
   */
  isFor?: (held: HeldVectors) => boolean
}

/** What an index holds, when a vector is made for it. */
export type HeldVectors = Traits & { isEmpty: boolean }

/** An index changed since a vector was made for it: it is to be made again. */
export class IndexChanged extends AppError {
  constructor(index: Pick<IndexRow, 'kind' | 'categorizerId' | 'indexId'>) {
    super('bad-params', `The ${titleOf(index)} was changed while it was used. Ask again.`)
  }
}

/** Throws `bad-params` unless a vector is made of 1 to 65536 numbers. */
export function checkVector(vector: Float32Array): void {
  if (vector.length < 1 || vector.length > MAX_DIMENSIONS)
    throw new AppError(
      'bad-params',
      `An index holds vectors of 1 to ${MAX_DIMENSIONS} numbers; the one given has ${vector.length}.`,
    )
  unitRow(vector, vector.length)
}

/**
 * What an index's vectors are after one more is saved; vectors that cannot be compared with those there are refused.
 */
export function admit(
  index: IndexRow,
  isEmpty: boolean,
  vector: Float32Array,
  { model, featuresType, isFor }: SaveOptions,
): Traits {
  if (isFor && !isFor({ ...index, isEmpty })) throw new IndexChanged(index)
  if (featuresType !== undefined && index.kind !== 'colors')
    throw new AppError('bad-params', 'features_type is for colour indexes only.')
  if (!isEmpty) refuseOther(index, vector.length, model)
  if (!isEmpty && featuresType !== undefined && index.featuresType !== featuresType) {
    throw new AppError(
      'bad-params',
      `features_type is ${featuresType}, and the ${titleOf(index)} holds colours with features_type ${index.featuresType}. Use another index for the other kind.`,
    )
  }
  const kept = isEmpty ? undefined : index
  return {
    dimensions: vector.length,
    model: model ?? kept?.model ?? null,
    featuresType: index.kind === 'colors' ? (featuresType ?? index.featuresType ?? 'overall') : null,
  }
}

/** Refuses a vector of another length or model than an index holds. */
export function refuseOther(index: IndexRow, dimensions: number, model: string | undefined): void {
  const isOtherModel = model !== undefined && index.model !== null && index.model !== model
  if (!isOtherModel && (index.dimensions === null || index.dimensions === dimensions)) return
  const [held, given] = isOtherModel
    ? [`of the model ${index.model}`, `the model ${model}`]
    : [`of ${index.dimensions} numbers`, `a model that gives ${dimensions}`]
  throw new AppError(
    'bad-params',
    `The ${titleOf(index)} holds vectors ${held}, and this one comes from ${given}; the two cannot be compared. Save the pictures in a new index, or delete this one first.`,
  )
}
