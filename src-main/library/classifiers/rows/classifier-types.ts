import type { Classifier } from '../../../analysis/classifiers/classifier.ts'
import type { DueRun } from './due-runs.ts'
import type { ClassifierSettings } from './classifier-settings.ts'
import type { WaitingChoice, WaitingPage, WaitingPlace } from './waiting-suggestions.ts'

/** What a custom classifier says of one photo; an empty list takes back what it said before. */
export type ClassifierResult = { photoId: number; classes: readonly { name: string; confidence: number }[] }

/** The classifiers that a person trained, each a tagger or a categorizer, and what they suggest. */
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
   * Keeps what a classifier says as suggestions, one transaction; returns how many came, went or have another
   * confidence. Photos that are gone are left out.
   */
  saveResults(classifier: Pick<Classifier, 'id' | 'kind' | 'classes'>, results: readonly ClassifierResult[]): number
  /** Passes over all photos that were asked for and are not done. */
  dueRuns(): DueRun[]
  finishRun(number: number): void
  /** Removes some more of what classes that are gone suggested; `isLast` where nothing is left to remove. */
  takeBackSome(): { isLast: boolean }
  /**
   * Some of what a classifier suggests and nobody has said anything of, from a place on, with photos that may not be
   * shown. Throws `tagger-not-found`.
   */
  waiting(id: string, choice?: WaitingChoice, from?: WaitingPlace): WaitingPage
  /** Photos that the person said a tag fits where it was suggested, and those that they said it does not fit. */
  judged(name: string): { right: number[]; wrong: number[] }
  settingsOf(id: string): ClassifierSettings
  /** Embeddings of some photos by a model; photos without one are left out. */
  embeddingsOf(photoIds: readonly number[], modelId: string): Map<number, Float32Array>
  /** At most `limit` embeddings, taken evenly over the library, always the same ones for the same photos. */
  embeddingSample(modelId: string, limit: number): Float32Array[]
}
