import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { LRUCache } from 'lru-cache'
import type { Findings } from '../../analysis/photo/findings.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { WantedSentence } from '../../contract/library/search/sentence.ts'
import type { TextImageEngine } from '../../engines/analysis-engine.ts'
import { createVectorIndex } from '../../indexes/create-vector-index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { LoadedIndex } from './similar-indexes.ts'

export type SentenceIndexDependencies = {
  analysis: Pick<Catalog['analysis'], 'textImageVectors'>
  /** The pair of this machine; absent if an engine has none. */
  engine: TextImageEngine | undefined
  log: Log
}

/** Maximum number of cached sentence vectors, the latest. */
const MAX_KEPT = 200
/**
 * The default number of results: later ones match the sentence less and less, and nobody has measured where they no
 * longer match at all.
 */
const USUAL = { max: 100, share: 0.1 }
/**
 * Photos that match a sentence: the vectors of the present text-image pair, compared with the sentence's. Sentences
 * become vectors in a compute process, before the search that uses them (`prepare`), which itself waits for nothing.
 */
export class SentenceIndex {
  readonly #dependencies: SentenceIndexDependencies
  readonly #vectors = new LRUCache<string, Float32Array>({ max: MAX_KEPT })
  /** Why a sentence has no vector. */
  readonly #problems = new LRUCache<string, Text>({ max: MAX_KEPT })
  /** How often a sentence became known, or unknown. */
  #changes = 0
  #present: { pairId: string; index: LoadedIndex } | null = null

  constructor(dependencies: SentenceIndexDependencies) {
    this.#dependencies = dependencies
  }

  /** Whether there is a pair at all. */
  isReady(): boolean {
    return this.#pairId() !== null
  }

  version(): string {
    return `${this.#pairId()} ${this.#changes}`
  }

  /** Creates vectors of sentences, and reads those of the photos. A failure is a problem of its sentence. */
  async prepare(sentences: readonly string[]): Promise<void> {
    const present = this.#presentIndex()
    if (present === null || sentences.length === 0) return
    await present.index.get()
    await Promise.all(sentences.map((sentence) => this.#describe(present.pairId, sentence)))
  }

  /** Ids of the photos that match it best, among those that may be shown; none before it was prepared. */
  nearest({ sentence, max: wanted }: WantedSentence, isShown: (id: number) => boolean): number[] {
    const present = this.#presentIndex()
    const vector = present && this.#vectors.get(keyOf(present.pairId, sentence))
    if (!present || !vector) return []
    const index = present.index.now()
    if (index.dimensions !== vector.length) return []
    const max = wanted ?? Math.min(USUAL.max, Math.ceil(index.size * USUAL.share))
    return index.search(vector, { limit: max, allowed: { has: isShown } }).map(({ id }) => id)
  }

  /** Why a sentence finds nothing, as a sentence; null if it can find photos. */
  problemOf(sentence: string): Text | null {
    const pairId = this.#pairId()
    return pairId === null ? say('search.noPair') : (this.#problems.get(keyOf(pairId, sentence)) ?? null)
  }

  /** Adds what an analysis found. */
  put(photoId: number, { textImage }: Findings): void {
    if (textImage !== undefined && textImage.modelId === this.#present?.pairId)
      this.#present.index.change(photoId, textImage.vector)
  }

  remove(photoIds: readonly number[]): void {
    for (const id of photoIds) this.#present?.index.change(id, null)
  }

  #pairId(): string | null {
    return this.#dependencies.engine?.pairId() ?? null
  }

  #presentIndex(): { pairId: string; index: LoadedIndex } | null {
    const pairId = this.#pairId()
    if (pairId !== this.#present?.pairId) {
      const { analysis } = this.#dependencies
      const index = (id: string) =>
        new LoadedIndex({ rows: () => analysis.textImageVectors(id), create: (numbers) => createVectorIndex(numbers) })
      this.#present = pairId === null ? null : { pairId, index: index(pairId) }
    }
    return this.#present
  }

  async #describe(pairId: string, sentence: string): Promise<void> {
    const { engine, log } = this.#dependencies
    const key = keyOf(pairId, sentence)
    if (this.#vectors.has(key) || engine === undefined) return
    this.#changes++
    try {
      this.#vectors.set(key, await engine.describe(sentence))
      this.#problems.delete(key)
    } catch (error) {
      this.#problems.set(key, error instanceof AppError ? error.text : say('search.notComparedSentence'))
      log.warn('A sentence could not be described', { error: messageOf(error) })
    }
  }
}

const keyOf = (pairId: string, sentence: string): string => `${pairId} ${sentence.toLowerCase()}`
