import { setImmediate } from 'node:timers/promises'
import { applyClassifier } from '../../analysis/classifiers/apply-classifier.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'
import type { Findings } from '../../analysis/photo/findings.ts'
import type { CustomTag } from '../../contract/analysis/classifier.ts'
import type { Catalog } from '../catalog/catalog.ts'

export type ClassificationDependencies = {
  catalog: Pick<Catalog, 'classifiers' | 'analysis'>
  /** Suggestions of recently analysed photos changed. */
  onSuggested(): void
}

type PhotoResult = { photoId: number; classes: CustomTag[] }

/** Photos between two breaks for other work. */
const SLICE = 1000

/** Suggests tags for photos with the library's classifiers, from their stored embeddings; it gives no photo a tag. */
export class Classification {
  readonly #catalog: ClassificationDependencies['catalog']
  readonly #onSuggested: ClassificationDependencies['onSuggested']
  /** The classifiers as last saved, cached so that a new photo needs no reading. */
  #classifiers: readonly Classifier[] | null = null

  constructor({ catalog, onSuggested }: ClassificationDependencies) {
    this.#catalog = catalog
    this.#onSuggested = onSuggested
  }

  /** Classifiers were saved or removed. */
  reload(): void {
    this.#classifiers = null
  }

  /** Suggests tags for one photo after its analysis was saved; call it for each outcome. */
  classify(photoId: number, { embedding }: Findings): void {
    if (embedding === undefined) return
    const { classifiers } = this.#catalog
    this.#classifiers ??= classifiers.list()
    const changed = this.#classifiers
      .filter(({ modelId }) => modelId === embedding.modelId)
      .map((each) => classifiers.saveResults(each, [{ photoId, classes: applyClassifier(each, embedding) }]))
    if (changed.some((count) => count > 0)) this.#onSuggested()
  }

  /**
   * Suggests for every photo, in slices that leave room for other work; a few seconds for 100,000 photos. Throws
   * `tagger-not-found`.
   */
  async classifyAll(
    id: string,
    { signal, onProgress }: { signal?: AbortSignal; onProgress?(done: number): void } = {},
  ): Promise<{ photos: number; changed: number }> {
    const { classifiers } = this.#catalog
    const classifier = classifiers.get(id)
    const due = classifiers.dueRuns().find((each) => each.id === id)
    const totals = { photos: 0, changed: 0 }
    for (const slice of this.#resultsInSlices(classifier)) {
      if (signal?.aborted) break
      totals.changed += this.#save(classifier, slice)
      totals.photos += slice.length
      onProgress?.(totals.photos)
      await setImmediate()
    }
    if (due !== undefined && !signal?.aborted) classifiers.finishRun(due.number)
    return totals
  }

  *#resultsInSlices(classifier: Classifier): Generator<PhotoResult[]> {
    const { modelId } = classifier
    let slice: PhotoResult[] = []
    for (const { id, vector } of this.#catalog.analysis.embeddings(modelId)) {
      slice.push({ photoId: id, classes: applyClassifier(classifier, { modelId, vector }) })
      if (slice.length < SLICE) continue
      yield slice
      slice = []
    }
    if (slice.length > 0) yield slice
  }

  /** How many suggestions changed; none if the classifier was removed in the meantime. */
  #save(classifier: Classifier, results: PhotoResult[]): number {
    const { classifiers } = this.#catalog
    return classifiers.exists(classifier.id) ? classifiers.saveResults(classifier, results) : 0
  }
}
