import type { FeedbackStore } from '../../analysis/classifiers/feedback-controller.ts'
import type { Classifier } from '../../analysis/classifiers/classifier.ts'

/**
 * A picture that something was taught with, by its number within the tagger (from 1), as a unit vector of the tagger's
 * model.
 */
export type ExamplePicture = { number: number; vector: Float32Array }

/** A tagger or categorizer of an account; the examples of its classes are numbers of its pictures. */
export type TitledClassifier = Classifier & { title: string }

/** Where an account's taggers, categorizers and feedback are kept; nothing here reaches another account's. */
export type ClassifierStore = {
  list(owner: string): TitledClassifier[]
  find(owner: string, id: string): TitledClassifier | null
  pictures(owner: string, id: string): ExamplePicture[]
  /**
   * How many taggers and categorizers an account has, and how many pictures they were taught with, one of them left
   * out.
   */
  totals(owner: string, without: string): { taggers: number; pictures: number }
  /** Writes a tagger whole, in place of one with its id; without `pictures` those kept stay. */
  save(owner: string, tagger: TitledClassifier, pictures?: readonly ExamplePicture[]): void
  /** False where there was none. */
  remove(owner: string, id: string): boolean
  feedback(owner: string): FeedbackStore
  /** Forgets everything of an account. */
  removeOwner(owner: string): void
}
