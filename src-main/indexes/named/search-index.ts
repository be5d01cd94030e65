import type { SimilarImages } from '../../contract/analysis/index.ts'
import { AppError } from '../../contract/errors.ts'
import type { IndexRow } from '../store/port.ts'
import { checkVector, IndexChanged, refuseOther } from './admit-vector.ts'
import { titleOf, type IndexName } from './index-name.ts'
import { checkPage, type SearchOptions } from './search-options.ts'
import type { TrainedState, TrainedStates } from './trained-states.ts'

export type SearchDependencies = {
  find(name: IndexName): Promise<IndexRow>
  states: TrainedStates
  /** Asks for a training of an index whose trained state is gone or damaged. */
  mend(index: IndexRow): Promise<void>
}

/** One page of the trained entries nearest to a vector, in an index as it was found. */
export async function searchIndex(
  dependencies: SearchDependencies,
  name: IndexName,
  row: IndexRow,
  vector: Float32Array,
  options: SearchOptions,
): Promise<SimilarImages> {
  const page = checkPage(options)
  checkVector(vector)
  const isMoving = row.snapshot !== null && row.model !== row.trainedModel
  // what was trained may come from another model than what is saved now
  refuseOther(isMoving ? { ...row, model: row.trainedModel, dimensions: null } : row, vector.length, options.model)
  const trained = await openTrained(dependencies, name, row)
  if (trained === null || trained.shape.entries === 0) return { count: 0, images: [] }
  if (trained.shape.dimensions !== vector.length)
    throw new AppError(
      'bad-params',
      `The ${titleOf(row)} holds vectors of another model since its last training. Train it before searching.`,
    )
  const images = await trained.search(vector, { ...page, allowed: options.allowed })
  return { count: images.length, images }
}

/**
 * The trained state of an index as it was found; where a training replaced it, and it is gone, the one after. Rejects
 * with `IndexChanged` where that is of another model, and with `library-damaged` where it is gone or damaged and is
 * being made again.
 */
export async function openTrained(
  dependencies: SearchDependencies,
  name: IndexName,
  row: IndexRow,
): Promise<TrainedState | null> {
  const { find, states, mend } = dependencies
  if (row.snapshot === null) return null
  const found = await open(states, row)
  if ('state' in found && found.state !== null) return found.state
  const present = await find(name)
  if (present.snapshot !== row.snapshot) {
    if (present.trainedModel !== row.trainedModel) throw new IndexChanged(present)
    return openTrained(dependencies, name, present)
  }
  if ('error' in found && !isDamage(found.error)) throw found.error
  await mend(row)
  throw new AppError(
    'library-damaged',
    `The trained state of the ${titleOf(row)} is ${'error' in found ? 'damaged' : 'gone'}, and is being made again from its entries. Search again in a minute.`,
    'error' in found ? { cause: found.error } : undefined,
  )
}

const isDamage = (error: unknown) => error instanceof AppError && error.code === 'library-damaged'

/** A failure is looked at only once it is known that the state was not replaced. */
const open = (states: TrainedStates, { snapshot, kind }: IndexRow) =>
  states.open(snapshot!, kind).then(
    (state) => ({ state }),
    (error: unknown) => ({ error }),
  )
