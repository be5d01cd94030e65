import type { Findings } from '../../analysis/photo/findings.ts'
import type { Likeness } from '../../contract/library/search/likeness.ts'
import { colorDistance } from '../../indexes/distances.ts'
import type { VectorIndex } from '../../indexes/index-types.ts'
import { CodedIndex, type HeadRows, learnHeads } from '../../indexes/codes/coded-index.ts'
import { createVectorIndex } from '../../indexes/vector-index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { contentScale } from './likeness-scales.ts'
import { type IndexSource, LoadedIndex } from './loaded-index.ts'

export type SimilarIndexesDependencies = {
  analysis: Pick<
    Catalog['analysis'],
    'embeddings' | 'embeddingReader' | 'embeddingSample' | 'colorVectors' | 'embeddingModels'
  >
  /** The model whose embeddings are made now; its index is searched first. */
  presentModel(): string | null
}

/**
 * The library's similarity indexes: one for each embedding model, since vectors of different models never meet, and one
 * for colours. Nothing is read before the first search.
 */
export class SimilarIndexes {
  readonly #analysis: SimilarIndexesDependencies['analysis']
  readonly #presentModel: () => string | null
  readonly #contents = new Map<string, LoadedIndex>()
  readonly #colors: LoadedIndex

  constructor({ analysis, presentModel }: SimilarIndexesDependencies) {
    this.#analysis = analysis
    this.#presentModel = presentModel
    this.#colors = new LoadedIndex({
      rows: () => analysis.colorVectors(),
      create: (dimensions) => createVectorIndex(dimensions, { distance: colorDistance }),
    })
  }

  /** The index that holds a photo's content and its model, or null where the photo has no embedding. */
  async contentOf(photoId: number): Promise<{ index: VectorIndex; modelId: string } | null> {
    for (const modelId of this.#modelsPresentFirst()) {
      const index = await this.#contentIndex(modelId).get()
      if (index.get(photoId) !== undefined) return { index, modelId }
    }
    return null
  }

  /** The index of one model's embeddings. */
  contentBy(modelId: string): Promise<VectorIndex> {
    return this.#contentIndex(modelId).get()
  }

  /** Reads what `near` asks, in slices. */
  async load(): Promise<void> {
    for (const modelId of this.#modelsPresentFirst()) await this.#contentIndex(modelId).get()
  }

  /**
   * Ids of photos whose content is so like that of any of some photos, these included. Indexes that are not read yet
   * are read at once.
   */
  near(photoIds: readonly number[], likeness: Likeness): Set<number> {
    const found = new Set<number>()
    for (const modelId of photoIds.length === 0 ? [] : this.#modelsPresentFirst()) {
      const index = this.#contentIndex(modelId).now()
      const maxDistance = contentScale(modelId)[likeness]
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
    for (const [modelId, index] of this.#contents) if (modelId !== embedding.modelId) index.change(photoId, null)
    this.#contentIndex(embedding.modelId).change(photoId, embedding.vector)
  }

  remove(photoIds: readonly number[]): void {
    for (const id of photoIds) for (const index of [this.#colors, ...this.#contents.values()]) index.change(id, null)
  }

  #contentIndex(modelId: string): LoadedIndex {
    const present = this.#contents.get(modelId)
    if (present !== undefined) return present
    const created = new LoadedIndex(contentSource(this.#analysis, modelId))
    this.#contents.set(modelId, created)
    return created
  }

  #modelsPresentFirst(): string[] {
    const first = this.#presentModel()
    return [...new Set([...(first === null ? [] : [first]), ...this.#analysis.embeddingModels()])]
  }
}

/** So many embeddings tell well enough in which directions those of a library differ. */
const LEARNED_FROM = 1024

/** Short codes in memory, full vectors read from the catalogue where these leave something open. */
function contentSource(analysis: SimilarIndexesDependencies['analysis'], modelId: string): IndexSource {
  const exact = analysis.embeddingReader(modelId)
  let learned: { dimensions: number; heads: HeadRows } | null = null
  return {
    rows: () => analysis.embeddings(modelId),
    *learn() {
      const sample = analysis.embeddingSample(modelId, LEARNED_FROM)
      const dimensions = sample[0]?.length
      if (dimensions === undefined) return
      const alike = sample.filter(({ length }) => length === dimensions)
      learned = { dimensions, heads: yield* learnHeads(alike, dimensions) }
    },
    create: (dimensions) =>
      new CodedIndex({ dimensions, exact, heads: learned?.dimensions === dimensions ? learned.heads : undefined }),
  }
}
