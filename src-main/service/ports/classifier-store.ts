import type { Classifier } from '../../analysis/classifiers/classifier.ts'
import type { FeedbackEntry } from '../../analysis/classifiers/adjust-by-feedback.ts'
import type { FeedbackTicket } from '../../analysis/classifiers/feedback-controller.ts'
import type { Judgement } from '../../contract/analysis/feedback.ts'

/** An example picture with its number within its classifier (from 1), as a unit vector of the classifier's model. */
export type ExamplePicture = { number: number; vector: Float32Array }

/** A tagger or categorizer of an account; the examples of its classes are numbers of its pictures. */
export type TitledClassifier = Classifier & { title: string }

/**
 * The classifier that already has an id, and the account's others: the numbers of classifiers and of their training
 * pictures.
 */
export type ClassifierPlace = { present: TitledClassifier | null; others: { classifiers: number; pictures: number } }

/** Stores an account's taggers, categorizers and feedback; calls never reach another account's. */
export type ClassifierStore = {
  list(owner: string): Promise<TitledClassifier[]>
  find(owner: string, id: string): Promise<TitledClassifier | null>
  place(owner: string, id: string): Promise<ClassifierPlace>
  /**
   * Stores the classifier that `admit` returns for its place, replacing one with that id; if `admit` throws, nothing
   * changes. Classifiers of one account are saved one after another. `admit` must be pure, because it is called again
   * after a conflict. Returns the stored classifier.
   */
  save(
    owner: string,
    id: string,
    pictures: readonly ExamplePicture[],
    admit: (place: ClassifierPlace) => TitledClassifier,
  ): Promise<TitledClassifier>
  /** False if there was none, or none of the given kind. */
  remove(owner: string, id: string, kind?: TitledClassifier['kind']): Promise<boolean>
  feedback(owner: string): FeedbackStore
  /** Removes all data of an account, including its feedback. */
  removeOwner(owner: string): Promise<void>
}

/** Feedback of one account. A judged picture is stored once with all its judgements. */
export type FeedbackStore = {
  /** Beyond `MAX_FEEDBACK_TICKETS`, the oldest tickets of an account are removed. */
  keepTicket(ticket: FeedbackTicket): Promise<void>
  ticket(id: string): Promise<FeedbackTicket | null>
  /** Removes tickets older than this time; judgements stay. */
  dropTickets(beforeMs: number): Promise<void>
  /**
   * Stores all or none; a judgement of the same ticket and tag is replaced. Beyond `MAX_JUDGED_PICTURES` of an index,
   * the pictures judged first are removed.
   */
  keepJudgements(ticket: FeedbackTicket, judgements: readonly Judgement[]): Promise<void>
  /** Ordered by picture, in the order of their first judgements, then by tag key. */
  entries(index: string, modelId: string): Promise<readonly FeedbackEntry[]>
}

/** Maximum number of an account's results that wait for feedback. About 5 KB each. */
export const MAX_FEEDBACK_TICKETS = 50_000
/** Maximum number of judged pictures per index, so that using it takes only milliseconds. */
export const MAX_JUDGED_PICTURES = 2000
