import type { Classifier } from '../../../analysis/classifiers/classifier.ts'
import type { DueRun } from './due-runs.ts'
import type { ClassifierSettings } from './classifier-settings.ts'
import type { WaitingChoice, WaitingPage, WaitingPlace } from './waiting-suggestions.ts'

/** A custom classifier's results for one photo; an empty list withdraws former ones. */
export type ClassifierResult = { photoId: number; classes: readonly { name: string; confidence: number }[] }

/** The classifiers that a person trained, each a tagger or a categorizer, and their suggestions. */
export type ClassifierRecords = {
  list(): Classifier[]
  /** Throws `tagger-not-found`. */
  get(id: string): Classifier
  exists(id: string): boolean
  /**
   * Saves a new version without a person's request; a person's changes go through `changes`. Throws `bad-params` if
   * another tagger has one of its tags.
   */
  save(classifier: Classifier): void
  /**
   * Stores a classifier's results as suggestions in one transaction; returns how many were added or removed or have
   * another confidence. Missing photos are left out.
   */
  saveResults(classifier: Pick<Classifier, 'id' | 'kind' | 'classes'>, results: readonly ClassifierResult[]): number
  /** Runs over all photos that were requested and are not done. */
  dueRuns(): DueRun[]
  finishRun(number: number): void
  /** Deletes further suggestions of removed classes; `isLast` if nothing is left to delete. */
  takeBackSome(): { isLast: boolean }
  /**
   * Some suggestions of a classifier that nobody has answered, from a place on, including photos that may not be shown.
   * Throws `tagger-not-found`.
   */
  waiting(id: string, choice?: WaitingChoice, from?: WaitingPlace): WaitingPage
  /** Photos for which the person confirmed a suggested tag, and those for which they rejected it. */
  judged(name: string): { right: number[]; wrong: number[] }
  settingsOf(id: string): ClassifierSettings
  /** Embeddings of some photos by a model; photos without one are left out. */
  embeddingsOf(photoIds: readonly number[], modelId: string): Map<number, Float32Array>
  /** At most `limit` embeddings, spread evenly over the library; the same photos always give the same ones. */
  embeddingSample(modelId: string, limit: number): Float32Array[]
}
