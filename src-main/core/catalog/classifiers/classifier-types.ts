import type { Classifier } from '../../../analysis/classifiers/classifier.ts'

/** What a custom classifier says of one photo; an empty list takes back what it said before. */
export type ClassifierResult = { photoId: number; classes: readonly { name: string; confidence: number }[] }

/** The classifiers that a person trained, each a tagger or a categorizer, and what they say of photos. */
export type ClassifierRecords = {
  list(): Classifier[]
  /** Throws `tagger-not-found`. */
  get(id: string): Classifier
  exists(id: string): boolean
  /**
   * Keeps a new version that nobody asked for; what a person does goes through `changes`. Throws `bad-params` where
   * another tagger has one of its tags.
   */
  save(classifier: Classifier): void
  /**
   * Keeps what a classifier says, one transaction; returns the photos whose tags or categories changed. Photos that are
   * gone are left out.
   */
  saveResults(classifier: Pick<Classifier, 'id' | 'kind' | 'classes'>, results: readonly ClassifierResult[]): number[]
  /**
   * Takes back what classes that are gone said of some more photos. Returns those whose tags or categories changed;
   * `isLast` where nothing is left to take back.
   */
  takeBackSome(): { ids: number[]; isLast: boolean }
  /** Photos that a tag was taken off by hand. */
  takenOff(name: string): number[]
  /** Embeddings of some photos by a model; photos without one are left out. */
  embeddingsOf(photoIds: readonly number[], modelId: string): Map<number, Float32Array>
  /** At most `limit` embeddings, taken evenly over the library, always the same ones for the same photos. */
  embeddingSample(modelId: string, limit: number): Float32Array[]
}
