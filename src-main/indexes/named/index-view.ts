import type { SimilarImages } from '../../contract/analysis/index.ts'
import type { FoundIndex, IndexStore, Traits } from '../store/port.ts'
import { checkEntryId, type IndexName } from './index-name.ts'
import { openTrained, searchIndex, type SearchDependencies } from './search-index.ts'
import type { SearchOptions } from './search-options.ts'

type ViewDependencies = SearchDependencies & { store: Pick<IndexStore, 'entries'> }

/** An index as it was found once, so that all questions of one request cost one look. */
export class IndexView {
  readonly #dependencies: ViewDependencies
  readonly #name: IndexName
  readonly #row: FoundIndex

  constructor(dependencies: ViewDependencies, name: IndexName, row: FoundIndex) {
    this.#dependencies = dependencies
    this.#name = name
    this.#row = row
  }

  /** What the vectors of the index are, so that a query can be made alike. */
  get traits(): Traits {
    const { dimensions, model, featuresType } = this.#row
    return { dimensions, model, featuresType }
  }

  /** The model that a new entry must be described with; undefined where any may be. */
  get saveModel(): string | undefined {
    return this.#row.isEmpty ? undefined : (this.#row.model ?? undefined)
  }

  /** The model whose vectors a search must be made with; undefined where any may be. */
  get searchModel(): string | undefined {
    return this.#row.snapshot === null ? this.saveModel : (this.#row.trainedModel ?? undefined)
  }

  /**
   * Trained entries by rising distance; nothing before the first training. Rejects with `IndexChanged` where the index
   * was trained with another model since it was found.
   */
  search(vector: Float32Array, options: SearchOptions = {}): Promise<SimilarImages> {
    return searchIndex(this.#dependencies, this.#name, this.#row, vector, options)
  }

  /**
   * As `search`, for what is alike to a saved entry; null where there is none. While an index is moved to another model
   * the entry is known as it was trained.
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
