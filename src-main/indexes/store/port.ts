import type { FeaturesType, IndexKind } from '../../contract/analysis/index.ts'
import type { TrainingState } from '../../contract/analysis/ticket.ts'

/** Identifies an index; `categorizerId` is empty for colours. */
export type IndexKey = { owner: string; kind: IndexKind; categorizerId: string; indexId: string }

/** Traits of an index's vectors; null if not known yet. */
export type Traits = { dimensions: number | null; model: string | null; featuresType: FeaturesType | null }

/**
 * One index as stored. Times are milliseconds since 1970; `snapshot` is the name of a trained state, null before the
 * first training. A number (`id`) is never reused.
 */
export type IndexRow = IndexKey &
  Traits & {
    id: number
    changes: number
    createdAt: number
    trainedAt: number | null
    trainedEntries: number
    /** The model of the snapshot's vectors; null if unknown. */
    trainedModel: string | null
    snapshot: string | null
  }

/** An existing index, and whether it has entries. */
export type FoundIndex = IndexRow & { isEmpty: boolean }

/** Number of entries, and of those that changed since the last training. */
export type Counts = { entries: number; pending: number }

/** Result of a training: the new snapshot, and the last change in it. */
export type Trained = { snapshot: string; model: string | null; changes: number; entries: number; at: number }

/** An entry to save; `picture` identifies the bytes of its picture, null if unknown. */
export type NewEntry = { entryId: string; vector: Float32Array; picture: string | null }

/** An entry and what identifies the bytes of its picture. */
export type EntryPicture = { entryId: string; picture: string | null }

/** A new description of a picture. */
export type NewVector = { picture: string; vector: Float32Array }
/** The target model of an index, and its vector of each entry's picture, by the entry's id. */
export type Move = { model: string; vectors: ReadonlyMap<string, NewVector> }

/**
 * The traits of an index's vectors after one more is saved; throws if it cannot be compared with those in it. Must be
 * pure: it is called again if two savings collide.
 */
export type AdmitEntry = (index: IndexRow, isEmpty: boolean, vector: Float32Array) => Traits

/** An index as it was when reading began. */
export type ReadPlan = {
  kind: IndexKind
  dimensions: number | null
  model: string | null
  changes: number
  entries: number
}
export type ReadEntry = { entryId: string; vector: Float32Array }

/** Reads one index as it was at one moment, in pages, whatever changes meanwhile. */
export type EntryReader = {
  /** Null if the index was removed. */
  plan: ReadPlan | null
  /** Entries in the order in which they were first saved, `rows` at a time. */
  pages(rows: number): AsyncIterable<ReadEntry[]>
  close(): Promise<void>
}

/** A ticket as stored; times are milliseconds since 1970. `finishedAt` is null until the training has ended. */
export type TicketRow = IndexKey & {
  id: string
  createdAt: number
  finishedAt: number | null
  state: TrainingState
  /** Percent of the training that is done, 0 to 99. */
  progress: number
  entries: number | null
  text: string
}

/** A ticket for the training of an index. `callbackUrl` is called when it has ended; null if nobody waits. */
export type NewTicket = { id: string; key: IndexKey; indexRow: number; callbackUrl: string | null; at: number }

/** An address to call about a ticket. */
export type TicketCall = { ticketId: string; owner: string; url: string }

/** How a training ended. */
export type TicketEnd = { state: 'trained' | 'failed'; entries: number | null; text: string; at: number }

/** The rows of indexes. */
export type IndexRows = {
  find(key: IndexKey): Promise<FoundIndex | undefined>
  /**
   * As `find`, but perhaps as this process read the index a while ago. Use it to prepare a saving, which `save` checks
   * again.
   */
  recall(key: IndexKey): Promise<FoundIndex | undefined>
  byId(id: number): Promise<IndexRow | undefined>
  /** By kind, categorizer and id. */
  list(owner: string): Promise<(IndexRow & Counts)[]>
  counts(id: number): Promise<Counts>
  /** Every snapshot in use, with the number of its index. */
  snapshots(): Promise<{ id: number; snapshot: string }[]>
  /**
   * Switches to a new snapshot and settles the changes in it; null if the index was removed meanwhile. Returns the
   * snapshot that nothing refers to any more: the previous one, or the new one if the index has already switched to a
   * later state.
   */
  switchTo(id: number, trained: Trained): Promise<{ replaced: string | null } | null>
  /** Renames the snapshot of an index; false if the index has another one by now. */
  rename(id: number, from: string, to: string): Promise<boolean>
  /**
   * Removes an index at once; `sweep` removes its entries later. Returns its snapshot; null if it was removed
   * meanwhile.
   */
  remove(id: number): Promise<{ snapshot: string | null } | null>
}

/**
 * The entries of indexes, by the number of their index, and which of them changed since the last training. A removed
 * index has no entries and accepts none.
 */
export type EntryRows = {
  /**
   * Adds entries, or replaces those with the same id, all or none; creates the index of the key if it is new. Each
   * entry is admitted in turn, by the index as the previous ones left it.
   */
  save(key: IndexKey, entries: readonly NewEntry[], admit: AdmitEntry, at: number): Promise<void>
  /** Returns false if there is no such entry. */
  remove(indexRow: number, entryId: string): Promise<boolean>
  /**
   * Gives every entry the vector of another model, or changes nothing and returns the entries without a new vector,
   * such as those saved meanwhile. All entries must be trained afterwards.
   */
  move(indexRow: number, to: Move): Promise<EntryPicture[]>
  has(indexRow: number, entryId: string): Promise<boolean>
  vector(indexRow: number, entryId: string): Promise<Float32Array | null>
  /** Every entry with what identifies its picture, in the order in which they were first saved. */
  pictures(indexRow: number): Promise<EntryPicture[]>
}

/** The tickets of trainings. A ticket is open until its training has ended. */
export type TicketRows = {
  /** Adds a ticket, which waits. */
  add(ticket: NewTicket): Promise<void>
  find(id: string, owner: string): Promise<TicketRow | undefined>
  /** Indexes with open tickets, or with addresses still to be called; 0 means an index that is gone. */
  unsettled(): Promise<number[]>
  /** The open tickets of an index; from now on all of them are in training. */
  take(indexRow: number): Promise<string[]>
  /** Notes the progress of running trainings, in percent; a lower value than before changes nothing. */
  setProgress(ids: readonly string[], percent: number): Promise<void>
  /** Ends those tickets that are open. */
  finish(ids: readonly string[], end: TicketEnd): Promise<void>
  /** Ends the open tickets of an index that were taken; waiting ones keep waiting. */
  giveUp(indexRow: number, end: TicketEnd): Promise<void>
  /** Addresses still to be called about ended tickets of an index. */
  dueCallbacks(indexRow: number): Promise<TicketCall[]>
  /** Notes that nobody waits for a call about this ticket any more. */
  markCalled(id: string): Promise<void>
  removeOwner(owner: string): Promise<void>
  /** Deletes tickets whose training ended before a time. */
  forgetBefore(time: number): Promise<void>
}

/** Stores named indexes. Each call is atomic, and its changes are durable when it resolves. */
export type IndexStore = {
  indexes: IndexRows
  entries: EntryRows
  tickets: TicketRows
  read(indexRow: number): Promise<EntryReader>
  /** Deletes a few entries of a removed index; false when there is nothing left to delete. */
  sweep(): Promise<boolean>
  close(): Promise<void>
}
