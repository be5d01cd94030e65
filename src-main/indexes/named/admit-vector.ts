import type { FeaturesType } from '../../contract/analysis/index.ts'
import { AppError } from '../../contract/errors.ts'
import { unitRow } from '../scan/quantise.ts'
import type { IndexRow, Traits } from '../store/port.ts'
import { titleOf } from './index-name.ts'

const MAX_DIMENSIONS = 65_536

/** What the caller says about a vector when it saves it. */
export type SaveOptions = {
  /** Id of the model that made the vector, if the caller knows it. */
  model?: string
  /** Colours only: what the signature covers; by default that of the index, or `overall` in a new index. */
  featuresType?: FeaturesType
  /** Identifies the bytes of the picture, so that it can be described again while it is kept somewhere. */
  picture?: string
  /**
   * Whether the vector suits the index in its present state; if not, saving rejects with `IndexChanged`. For a vector
   * made for an earlier or remembered state of the index.
   */
  isFor?: (held: HeldVectors) => boolean
}

/** What an index holds at the time a vector is made for it. */
export type HeldVectors = Traits & { isEmpty: boolean }

/** An index has changed since a vector was made for it; the vector must be made again. */
export class IndexChanged extends AppError {
  constructor(index: Pick<IndexRow, 'kind' | 'categorizerId' | 'indexId'>) {
    super('bad-params', `The ${titleOf(index)} was changed while it was used. Ask again.`)
  }
}

/** Throws `bad-params` unless a vector has 1 to 65536 numbers. */
export function checkVector(vector: Float32Array): void {
  if (vector.length < 1 || vector.length > MAX_DIMENSIONS)
    throw new AppError(
      'bad-params',
      `An index holds vectors of 1 to ${MAX_DIMENSIONS} numbers; the one given has ${vector.length}.`,
    )
  unitRow(vector, vector.length)
}

/**
 * The traits of an index's vectors after one more is saved. Refuses vectors that cannot be compared with those in it.
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

/** Refuses a vector whose length or model differs from the index's. */
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
