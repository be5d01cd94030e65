/**
 * Everything a person does to photos goes through one place as one of these, so that it can be journalled and undone.
 */
export type PersonChange =
  | { kind: 'rate'; ids: number[]; rating: number }
  | { kind: 'add-tag'; ids: number[]; name: string }
  | { kind: 'remove-tag'; ids: number[]; name: string }

/** One change of the journal. */
export type JournalEntry = { id: number; atMs: number; change: PersonChange; isUndone: boolean }

export type ChangeStore = {
  /**
   * Applies and journals in one transaction; throws `photo-not-found` and changes nothing when an id is unknown.
   * Returns the ids changed.
   */
  apply(change: PersonChange): number[]
  /** The newest changes first. */
  history(limit: number): JournalEntry[]
  /**
   * Puts back what the newest change that is not undone had changed; returns the ids touched, none when there is
   * nothing to undo.
   */
  undoLast(): number[]
}

/** How a photo was before a change: enough to put it back. */
export type RatingBefore = { id: number; rating: number; isRated: number }
export type TagBefore = { id: number; isGiven: boolean; isRemoved: boolean }
/** The journal keeps this as JSON. */
export type Before = { ratings: RatingBefore[] } | { tag: string; photos: TagBefore[] }

/** What a change touched and how it was before. */
export type Applied = { before: Before; ids: number[] }
