import type { SimilarImages } from '../../contract/analysis/index.ts'
import type { FoundIndex, IndexStore, Traits, IndexRow } from '../store/port.ts'
import { checkEntryId, type IndexName, titleOf } from './index-name.ts'
import { type SearchOptions, checkPage } from './search-options.ts'
import { AppError } from '../../contract/errors.ts'
import { checkVector, IndexChanged, refuseOther } from './admit-vector.ts'
import type { TrainedState, TrainedStates } from './trained-states.ts'

type ViewDependencies = SearchDependencies & { store: Pick<IndexStore, 'entries'> }

/** An index as it was read once, so that all questions of one request cost one read. */
export class IndexView {
  readonly #dependencies: ViewDependencies
  readonly #name: IndexName
  readonly #row: FoundIndex

  constructor(dependencies: ViewDependencies, name: IndexName, row: FoundIndex) {
    this.#dependencies = dependencies
    this.#name = name
    this.#row = row
  }

  /** The traits of the index's vectors, so that a query can match them. */
  get traits(): Traits {
    const { dimensions, model, featuresType } = this.#row
    return { dimensions, model, featuresType }
  }

  /** The model that a new entry must be described with; undefined if any will do. */
  get saveModel(): string | undefined {
    return this.#row.isEmpty ? undefined : (this.#row.model ?? undefined)
  }

  /** The model that a search vector must come from; undefined if any will do. */
  get searchModel(): string | undefined {
    return this.#row.snapshot === null ? this.saveModel : (this.#row.trainedModel ?? undefined)
  }

  /**
   * Trained entries by rising distance; nothing before the first training. Rejects with `IndexChanged` if the index was
   * trained with another model since it was read.
   */
  search(vector: Float32Array, options: SearchOptions = {}): Promise<SimilarImages> {
    return searchIndex(this.#dependencies, this.#name, this.#row, vector, options)
  }

  /**
   * As `search`, for entries similar to a saved one; null if there is no such entry. While an index moves to another
   * model, the entry's trained vector is used.
   */
  async searchEntry(entryId: string, options: SearchOptions = {}): Promise<SimilarImages | null> {
    const { id, model, trainedModel, snapshot } = this.#row
    const saved = await this.#dependencies.store.entries.vector(id, checkEntryId(entryId))
    if (saved === null) return null
    const isMoving = snapshot !== null && model !== trainedModel
    const trained = isMoving ? await this.#trainedVector(entryId) : null
    return this.search(trained ?? saved, trained ? options : { ...options, ...(model !== null && { model }) })
  }

  async #trainedVector(entryId: string): Promise<Float32Array | null> {
    const trained = await openTrained(this.#dependencies, this.#name, this.#row)
    return (await trained?.vectorOf(entryId)) ?? null
  }
}

type SearchDependencies = {
  find(name: IndexName): Promise<IndexRow>
  states: TrainedStates
  /** Requests a training of an index whose trained state is missing or damaged. */
  mend(index: IndexRow): Promise<void>
}

/** One page of the trained entries nearest to a vector, in an index as it was read. */
async function searchIndex(
  dependencies: SearchDependencies,
  name: IndexName,
  row: IndexRow,
  vector: Float32Array,
  options: SearchOptions,
): Promise<SimilarImages> {
  const page = checkPage(options)
  checkVector(vector)
  const isMoving = row.snapshot !== null && row.model !== row.trainedModel
  // Trained vectors may come from another model than those saved now.
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
 * The trained state of an index as it was read; if a training has replaced and removed it, the next one. Rejects with
 * `IndexChanged` if that one is of another model. Rejects with `library-damaged` if it is missing or damaged and is
 * being rebuilt.
 */
async function openTrained(
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

/** Returns a failure as a value: it only matters if the state was not replaced meanwhile. */
const open = (states: TrainedStates, { snapshot, kind }: IndexRow) =>
  states.open(snapshot!, kind).then(
    (state) => ({ state }),
    (error: unknown) => ({ error }),
  )
