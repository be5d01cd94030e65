import { say } from '../../contract/sentences/say.ts'
import { LRUCache } from 'lru-cache'
import type { Findings } from '../../analysis/photo/findings.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { WantedSentence } from '../../contract/library/search/sentence.ts'
import type { TextImageEngine } from '../../engines/engine.ts'
import { createVectorIndex } from '../../indexes/vector-index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { LoadedIndex } from './loaded-index.ts'

export type SentenceIndexDependencies = {
  analysis: Pick<Catalog['analysis'], 'textImageVectors'>
  /** The pair of this machine; absent where an engine has none. */
  engine: TextImageEngine | undefined
  log: Log
}

/** So many sentences are kept as vectors, the latest. */
const MAX_KEPT = 200
/**
 * Where nobody says how many: what fits less looks less and less like the sentence, and nobody has measured from where
 * on it does not at all.
 */
const USUAL = { most: 100, share: 0.1 }
/**
 * Photos by what a sentence says: the vectors of the present text-image pair, compared with the sentence's. Sentences
 * become vectors in a compute process, before the search that asks for them (`prepare`), which itself waits for nothing.
 */
export class SentenceIndex {
  readonly #dependencies: SentenceIndexDependencies
  readonly #vectors = new LRUCache<string, Float32Array>({ max: MAX_KEPT })
  /** Why a sentence has no vector. */
  readonly #problems = new LRUCache<string, string>({ max: MAX_KEPT })
  /** How often a sentence came to be known, or not to be. */
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

  /** Makes vectors of sentences, and reads those of the photos. What cannot be done is a problem of its sentence. */
  async prepare(sentences: readonly string[]): Promise<void> {
    const present = this.#presentIndex()
    if (present === null || sentences.length === 0) return
    await present.index.get()
    await Promise.all(sentences.map((sentence) => this.#describe(present.pairId, sentence)))
  }

  /** Ids of the photos that look most like a sentence, of those that may be shown; none before it was prepared. */
  nearest({ sentence, most: wanted }: WantedSentence, isShown: (id: number) => boolean): number[] {
    const present = this.#presentIndex()
    const vector = present && this.#vectors.get(keyOf(present.pairId, sentence))
    if (!present || !vector) return []
    const index = present.index.now()
    if (index.dimensions !== vector.length) return []
    const most = wanted ?? Math.min(USUAL.most, Math.ceil(index.size * USUAL.share))
    return index.search(vector, { limit: most, allowed: { has: isShown } }).map(({ id }) => id)
  }

  /** Why a sentence finds nothing, as a sentence; null where it can find photos. */
  problemOf(sentence: string): string | null {
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
      this.#problems.set(key, error instanceof AppError ? error.message : say('search.notComparedSentence'))
      log.warn('A sentence could not be described', { error: messageOf(error) })
    }
  }
}

const keyOf = (pairId: string, sentence: string): string => `${pairId} ${sentence.toLowerCase()}`
