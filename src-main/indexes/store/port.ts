import type { FeaturesType, IndexKind } from '../../contract/analysis/index.ts'
import type { TrainingState } from '../../contract/analysis/ticket.ts'

/** What names an index; `categorizerId` is empty for colours. */
export type IndexKey = { owner: string; kind: IndexKind; categorizerId: string; indexId: string }

/** What the vectors of an index are; null where not known yet. */
export type Traits = { dimensions: number | null; model: string | null; featuresType: FeaturesType | null }

/**
 * One index as stored. Times are milliseconds since 1970; `snapshot` is the name of a trained state, null before the first training.
 * A number (`id`) is never used again.
 */
export type IndexRow = IndexKey &
  Traits & {
    id: number
    changes: number
    createdAt: number
    trainedAt: number | null
    trainedEntries: number
    /** The model of the snapshot's vectors; null where it is not known. */
    trainedModel: string | null
    snapshot: string | null
  }

/** An index that was found, and whether it has entries. */
export type FoundIndex = IndexRow & { isEmpty: boolean }

/** How many entries an index has, and how many changed since the last training. */
export type Counts = { entries: number; pending: number }

/** What a training leaves: the new snapshot, and the last change that is in it. */
export type Trained = { snapshot: string; model: string | null; changes: number; entries: number; at: number }

/** An entry to be saved; `picture` names the bytes of its picture, null where that is not known. */
export type NewEntry = { entryId: string; vector: Float32Array; picture: string | null }

/** An entry and what names the bytes of its picture. */
export type EntryPicture = { entryId: string; picture: string | null }

/** A picture described anew. */
export type NewVector = { picture: string; vector: Float32Array }
/** The model that an index is moved to, and what it makes of the picture of each entry, by the entry's id. */
export type Move = { model: string; vectors: ReadonlyMap<string, NewVector> }

/**
 * What an index's vectors are after one more is saved; throws where it cannot be compared with those there. Pure: it
 * may be called again where two savings meet.
 */
export type AdmitEntry = (index: IndexRow, isEmpty: boolean, vector: Float32Array) => Traits

/** An index as it stood when reading began. */
export type ReadPlan = {
  kind: IndexKind
  dimensions: number | null
  model: string | null
  changes: number
  entries: number
}
export type ReadEntry = { entryId: string; vector: Float32Array }

/** Reads one index as it stood at one moment, in pages, whatever is altered meanwhile. */
export type EntryReader = {
  /** Null where the index was removed. */
  plan: ReadPlan | null
  /** Entries in the order in which they were first saved, `rows` at a time. */
  pages(rows: number): AsyncIterable<ReadEntry[]>
  close(): Promise<void>
}

/** A ticket as stored; times are milliseconds since 1970, `finishedAt` null while the training is not over. */
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

/** A ticket for the training of an index; `callbackUrl` is to be called when it has ended, null where nobody waits. */
export type NewTicket = { id: string; key: IndexKey; indexRow: number; callbackUrl: string | null; at: number }

/** An address to be called about a ticket. */
export type TicketCall = { ticketId: string; owner: string; url: string }

/** How a training ended. */
export type TicketEnd = { state: 'trained' | 'failed'; entries: number | null; text: string; at: number }

/** The rows of indexes. */
export type IndexRows = {
  find(key: IndexKey): Promise<FoundIndex | undefined>
  /**
   * As `find`, perhaps as this process saw the index a while ago: for what a saving is prepared by, which `save` checks
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
   * Switches to a new snapshot and settles the alterations in it; null where the index was removed meanwhile. Gives
   * the one that nothing refers to any more: the one before, or the new one itself where a later state of the index was
   * switched to meanwhile, which stays.
   */
  switchTo(id: number, trained: Trained): Promise<{ replaced: string | null } | null>
  /** Calls the snapshot of an index otherwise; false where it has another one by now. */
  rename(id: number, from: string, to: string): Promise<boolean>
  /**
   * Takes an index away at once; its entries go later, by `sweep`. Gives the snapshot that it had; null where it was
   * removed meanwhile.
   */
  remove(id: number): Promise<{ snapshot: string | null } | null>
}

/**
 * The entries of indexes, by the number of their index, and which of them changed since the last training. An index
 * that was removed has none, and takes none.
 */
export type EntryRows = {
  /**
   * Adds entries, or replaces those of the same id, all or none, in the index of a key, which is made where it is new.
   * Each is admitted in turn, by the index as those before it left it.
   */
  save(key: IndexKey, entries: readonly NewEntry[], admit: AdmitEntry, at: number): Promise<void>
  /** False where there is no such entry. */
  remove(indexRow: number, entryId: string): Promise<boolean>
  /**
   * Gives every entry the vector of another model, or none: then it gives the entries that have no new vector yet, as
   * those that were saved meanwhile. All entries are to be trained afterwards.
   */
  move(indexRow: number, to: Move): Promise<EntryPicture[]>
  has(indexRow: number, entryId: string): Promise<boolean>
  vector(indexRow: number, entryId: string): Promise<Float32Array | null>
  /** Every entry with what names its picture, in the order in which they were first saved. */
  pictures(indexRow: number): Promise<EntryPicture[]>
}

/** The tickets of trainings. A ticket is open until its training has ended. */
export type TicketRows = {
  /** Adds a ticket, which waits. */
  add(ticket: NewTicket): Promise<void>
  find(id: string, owner: string): Promise<TicketRow | undefined>
  /** Indexes with open tickets, or with addresses that are still to be called; 0 stands for an index that is gone. */
  unsettled(): Promise<number[]>
  /** The open tickets of an index, all of which are in training from now on. */
  take(indexRow: number): Promise<string[]>
  /** Notes how much is done of trainings that have not ended, in percent; less than before changes nothing. */
  setProgress(ids: readonly string[], percent: number): Promise<void>
  /** Ends those that are open. */
  finish(ids: readonly string[], end: TicketEnd): Promise<void>
  /** Ends the tickets of an index that were taken and are open; those that wait go on waiting. */
  giveUp(indexRow: number, end: TicketEnd): Promise<void>
  /** Addresses that are still to be called about ended tickets of an index. */
  untold(indexRow: number): Promise<TicketCall[]>
  /** Nobody waits to be called any more. */
  markTold(id: string): Promise<void>
  removeOwner(owner: string): Promise<void>
  /** Forgets tickets whose training ended before a time. */
  forgetBefore(time: number): Promise<void>
}

/**
 * Where named indexes are kept. Each call is whole by itself: all of it happens or nothing, and what it changed is safe
 * when it resolves.
 */
export type IndexStore = {
  indexes: IndexRows
  entries: EntryRows
  tickets: TicketRows
  read(indexRow: number): Promise<EntryReader>
  /** Deletes a few entries of a removed index; false when there is nothing left to delete. */
  sweep(): Promise<boolean>
  close(): Promise<void>
}
