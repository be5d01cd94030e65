import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Findings } from '../../analysis/photo/findings.ts'
import type { Likeness } from '../../contract/library/search/likeness.ts'
import { colorDistance } from '../../indexes/distances.ts'
import type { VectorIndex } from '../../indexes/index-types.ts'
import { contentScale } from '../../indexes/published-distance.ts'
import { createVectorIndex } from '../../indexes/vector-index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { contentWords } from './likeness-scales.ts'
import type { Log } from '../host/log.ts'
import { ContentSource } from './content-source.ts'
import { LoadedIndex } from './loaded-index.ts'

export type SimilarIndexesDependencies = {
  analysis: Pick<
    Catalog['analysis'],
    'embeddings' | 'embeddingReader' | 'embeddingSample' | 'colorVectors' | 'embeddingModels' | 'codeFiles'
  >
  /** Where files of indexes are kept. */
  folder: string
  log: Log
  /** Indexes of fewer photos are created again each time; by default `MIN_KEPT`. */
  leastKept?: number
  /** The model that creates embeddings now; its index is searched first. */
  presentModel(): string | null
}

/** Creating an index of this many photos takes a second. */
const MIN_KEPT = 10_000

type Content = { source: ContentSource; index: LoadedIndex }

/**
 * The library's similarity indexes: one for each embedding model, since vectors of different models are not comparable,
 * and one for colours. Nothing is read before the first search.
 */
export class SimilarIndexes {
  readonly #dependencies: SimilarIndexesDependencies
  readonly #contents = new Map<string, Content>()
  readonly #colors: LoadedIndex

  constructor(dependencies: SimilarIndexesDependencies) {
    this.#dependencies = dependencies
    const { analysis } = dependencies
    this.#colors = new LoadedIndex({
      rows: () => analysis.colorVectors(),
      create: (dimensions) => createVectorIndex(dimensions, { distance: colorDistance }),
    })
  }

  /** The index with a photo's content and its model, or null if the photo has no embedding. */
  async contentOf(photoId: number): Promise<{ index: VectorIndex; modelId: string } | null> {
    for (const modelId of this.#modelsPresentFirst()) {
      const index = await this.#content(modelId).index.get()
      if (index.get(photoId) !== undefined) return { index, modelId }
    }
    return null
  }

  /** The index of one model's embeddings. */
  contentBy(modelId: string): Promise<VectorIndex> {
    return this.#content(modelId).index.get()
  }

  /** Reads what `near` asks, in slices. */
  async load(): Promise<void> {
    for (const modelId of this.#modelsPresentFirst()) await this.#content(modelId).index.get()
  }

  /**
   * Ids of photos at least this similar to any of some photos, these included. Indexes that are not read yet are read
   * at once.
   */
  near(photoIds: readonly number[], likeness: Likeness): Set<number> {
    const found = new Set<number>()
    for (const modelId of photoIds.length === 0 ? [] : this.#modelsPresentFirst()) {
      const index = this.#content(modelId).index.now()
      const maxDistance = contentScale(modelId).unpublish(contentWords[likeness])
      for (const id of photoIds) {
        const vector = index.get(id)
        if (vector !== undefined) for (const near of index.near(vector, maxDistance)) found.add(near)
      }
    }
    return found
  }

  colors(): Promise<VectorIndex> {
    return this.#colors.get()
  }

  /** Adds what an analysis found. */
  put(photoId: number, { embedding, colorVector }: Findings): void {
    if (colorVector !== undefined) this.#colors.change(photoId, colorVector)
    if (embedding === undefined) return
    // A photo has one embedding: the one of an earlier model no longer counts.
    for (const [modelId, { index }] of this.#contents) if (modelId !== embedding.modelId) index.change(photoId, null)
    this.#content(embedding.modelId).index.change(photoId, embedding.vector)
  }

  remove(photoIds: readonly number[]): void {
    const contents = Array.from(this.#contents.values(), ({ index }) => index)
    for (const id of photoIds) for (const index of [this.#colors, ...contents]) index.change(id, null)
  }

  /** Saves the index of the present model in a file if worthwhile, so that the next start need not create it. */
  async keep(): Promise<void> {
    const modelId = this.#dependencies.presentModel()
    if (modelId === null) return
    const { analysis, leastKept = MIN_KEPT } = this.#dependencies
    const rows = analysis.codeFiles.count(modelId)
    const { source, index } = this.#content(modelId)
    if (rows < leastKept || (!index.isLoaded && !source.isFileOutdated(rows))) return
    const loaded = await index.get()
    if (source.isOutdated(rows)) await source.save(loaded)
  }

  /** Ends what is being read or written. */
  async close(): Promise<void> {
    for (const { source, index } of this.#contents.values()) {
      index.close()
      await source.close()
    }
  }

  #content(modelId: string): Content {
    const present = this.#contents.get(modelId)
    if (present !== undefined) return present
    const { analysis, folder, log } = this.#dependencies
    const path = join(folder, `${createHash('sha256').update(modelId).digest('hex').slice(0, 16)}.codes`)
    const source = new ContentSource({ analysis, modelId, path, log })
    const created = { source, index: new LoadedIndex(source) }
    this.#contents.set(modelId, created)
    return created
  }

  #modelsPresentFirst(): string[] {
    const first = this.#dependencies.presentModel()
    return [...new Set([...(first === null ? [] : [first]), ...this.#dependencies.analysis.embeddingModels()])]
  }
}
