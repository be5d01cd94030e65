import type { Classifier } from '../../analysis/classifiers/classifier.ts'
import type { FeedbackEntry } from '../../analysis/classifiers/adjust-by-feedback.ts'
import type { FeedbackTicket } from '../../analysis/classifiers/feedback-controller.ts'
import type { Judgement } from '../../contract/analysis/feedback.ts'

/** An example picture by its number within its classifier (from 1), as a unit vector of the classifier's model. */
export type ExamplePicture = { number: number; vector: Float32Array }

/** A tagger or categorizer of an account; the examples of its classes are numbers of its pictures. */
export type TitledClassifier = Classifier & { title: string }

/** What has an id so far, and what the account keeps beside it: classifiers, and the pictures that taught those. */
export type ClassifierPlace = { present: TitledClassifier | null; others: { classifiers: number; pictures: number } }

/** Where an account's taggers, categorizers and feedback are kept; nothing here reaches another account's. */
export type ClassifierStore = {
  list(owner: string): Promise<TitledClassifier[]>
  find(owner: string, id: string): Promise<TitledClassifier | null>
  place(owner: string, id: string): Promise<ClassifierPlace>
  /**
   * Writes the classifier that `admit` makes of its place, whole, instead of one with that id; what `admit` throws
   * leaves everything as it was. Classifiers of one account are saved one after another, and `admit` may be called
   * again where two meet: it is pure. Gives what was saved.
   */
  save(
    owner: string,
    id: string,
    pictures: readonly ExamplePicture[],
    admit: (place: ClassifierPlace) => TitledClassifier,
  ): Promise<TitledClassifier>
  /** False where there was none, or none of that kind where one is named. */
  remove(owner: string, id: string, kind?: TitledClassifier['kind']): Promise<boolean>
  feedback(owner: string): FeedbackStore
  /** Removes everything of an account, its feedback too. */
  removeOwner(owner: string): Promise<void>
}

/** Feedback of one account. A picture that was judged is kept once, with each thing said of it. */
export type FeedbackStore = {
  /** The oldest tickets of an account go beyond `MOST_FEEDBACK_TICKETS`. */
  keepTicket(ticket: FeedbackTicket): Promise<void>
  ticket(id: string): Promise<FeedbackTicket | null>
  /** Removes tickets from before this time; judgements stay. */
  dropTickets(beforeMs: number): Promise<void>
  /**
   * All or none; a judgement of the same ticket and tag is replaced. The pictures judged first go beyond
   * `MOST_JUDGED_PICTURES` of an index.
   */
  keepJudgements(ticket: FeedbackTicket, judgements: readonly Judgement[]): Promise<void>
  /** Ordered by picture, in the order in which they were first judged, then by tag key. */
  entries(index: string, modelId: string): Promise<readonly FeedbackEntry[]>
}

/** Results of an account that may wait for feedback. About 5 KB each. */
export const MOST_FEEDBACK_TICKETS = 50_000
/** Judged pictures that an index may hold, so that using it stays a matter of milliseconds. */
export const MOST_JUDGED_PICTURES = 2000
