import type { Findings } from '../../analysis/photo/findings.ts'
import { colorDistance } from '../../indexes/distances.ts'
import type { VectorIndex } from '../../indexes/index-types.ts'
import { createVectorIndex } from '../../indexes/vector-index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { createLoadedIndex, type LoadedIndex } from './loaded-index.ts'

/**
 * The library's similarity indexes: one for each embedding model, since vectors of different models never meet, and one
 * for colours.
 */
export type SimilarIndexes = {
  /** The index that holds a photo's content, or null where the photo has no embedding. */
  contentOf(photoId: number): Promise<VectorIndex | null>
  colors(): Promise<VectorIndex>
  /** Takes up what an analysis found. */
  put(photoId: number, findings: Findings): void
  remove(photoIds: readonly number[]): void
}

export type SimilarParts = {
  analysis: Pick<Catalog['analysis'], 'embeddings' | 'colorVectors' | 'embeddingModels'>
  /** The model whose embeddings are made now; its index is looked into first. */
  presentModel(): string | null
}

/** Creates the indexes; nothing is read before the first search. */
export function createSimilarIndexes({ analysis, presentModel }: SimilarParts): SimilarIndexes {
  const contents = new Map<string, LoadedIndex>()
  const colors = createLoadedIndex(
    () => analysis.colorVectors(),
    (dimensions) => createVectorIndex(dimensions, { distance: colorDistance }),
  )
  const contentIndex = (modelId: string): LoadedIndex => {
    const present = contents.get(modelId)
    if (present !== undefined) return present
    const fresh = createLoadedIndex(() => analysis.embeddings(modelId), createVectorIndex)
    contents.set(modelId, fresh)
    return fresh
  }
  const modelsPresentFirst = () => {
    const first = presentModel()
    return [...new Set([...(first === null ? [] : [first]), ...analysis.embeddingModels()])]
  }
  return {
    async contentOf(photoId) {
      for (const modelId of modelsPresentFirst()) {
        const index = await contentIndex(modelId).get()
        if (index.get(photoId) !== undefined) return index
      }
      return null
    },
    colors: () => colors.get(),
    put(photoId, { embedding, colorVector }) {
      if (colorVector !== undefined) colors.change(photoId, colorVector)
      if (embedding === undefined) return
      // A photo has one embedding: the one of an earlier model no longer speaks for it.
      for (const [modelId, index] of contents) if (modelId !== embedding.modelId) index.change(photoId, null)
      contentIndex(embedding.modelId).change(photoId, embedding.vector)
    },
    remove(photoIds) {
      for (const id of photoIds) for (const index of [colors, ...contents.values()]) index.change(id, null)
    },
  }
}
