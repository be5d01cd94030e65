import type { FeedbackStore } from '../../analysis/classifiers/feedback-controller.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'

/** An example picture by its number within its classifier (from 1), as a unit vector of the classifier's model. */
export type ExamplePicture = { number: number; vector: Float32Array }

/** A tagger or categorizer of an account; the examples of its classes are numbers of its pictures. */
export type TitledClassifier = Classifier & { title: string }

/** Where an account's taggers, categorizers and feedback are kept; nothing here reaches another account's. */
export type ClassifierStore = {
  list(owner: string): TitledClassifier[]
  find(owner: string, id: string): TitledClassifier | null
  /** How many classifiers an account has, and how many pictures they were trained with, one of them left out. */
  totals(owner: string, without: string): { classifiers: number; pictures: number }
  /** Writes a classifier whole, in place of one with its id. */
  save(owner: string, classifier: TitledClassifier, pictures: readonly ExamplePicture[]): void
  /** False where there was none. */
  remove(owner: string, id: string): boolean
  feedback(owner: string): FeedbackStore
  /** Removes everything of an account. */
  removeOwner(owner: string): void
}
