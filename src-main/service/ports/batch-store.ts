import type { BatchOperations } from '../../analysis/operations/batch-calls.ts'
import type { BatchFindings } from '../../contract/analysis/operations/batch.ts'

/** Where a batch's picture is. */
export type BatchPicture = { image_url: string } | { image_upload_id: string }

/** A batch as it was handed in; times are milliseconds since 1970. */
export type NewBatch = {
  id: string
  accountId: string
  operations: BatchOperations
  callbackUrl: string | null
  createdMs: number
}

/** A batch and its progress. `endedMs` is null while pictures are left. */
export type StoredBatch = NewBatch & {
  total: number
  done: number
  /** Finished pictures with a failed operation. */
  failed: number
  endedMs: number | null
  isCancelled: boolean
  /** Until when its account's batches wait, and a sentence that says for what. */
  waitsUntilMs: number | null
  waitsFor: string
}

/** A picture that a process works on; its `claim` is unique. `tries` includes this one. */
export type ClaimedPicture = {
  batch: NewBatch
  number: number
  picture: BatchPicture
  claim: string
  tries: number
}

/** A finished picture; `number` is its position in the batch, from 0. */
export type BatchRecord = { number: number; picture: BatchPicture; findings: BatchFindings }

/**
 * Batches of many pictures with their results. Each call is atomic, and any process may make any of them: batches have
 * no state elsewhere.
 */
export type BatchStore = {
  /** Adds a batch with its pictures; false if its account already has `maxOpen` unfinished ones. */
  add(batch: NewBatch, pictures: readonly BatchPicture[], maxOpen: number): Promise<boolean>
  find(accountId: string, id: string): Promise<StoredBatch | undefined>
  /** An account's batches, newest first. */
  list(accountId: string): Promise<StoredBatch[]>
  /**
   * Claims a picture that nobody works on. Accounts take turns; within one the oldest batch goes first. Undefined if
   * there is none, or all that are left wait. The claim is valid for `leaseMs`, but not longer than the lease of this
   * node, and afterwards until another process takes the picture.
   */
  claim(by: { claim: string; nowMs: number; leaseMs: number }): Promise<ClaimedPicture | undefined>
  /**
   * Stores the results of a picture. Returns false and stores nothing if the claim is no longer valid. The last picture
   * ends its batch.
   */
  finish(claimed: ClaimedPicture, findings: BatchFindings, nowMs: number): Promise<boolean>
  /** Returns a picture, which may be claimed again from a time on; `untried` does not count this try. */
  putBack(claimed: ClaimedPicture, notBeforeMs: number, how: 'tried' | 'untried'): Promise<void>
  /** Returns a picture; all batches of its account wait until a time, for the given reason. */
  wait(claimed: ClaimedPicture, untilMs: number, reason: string): Promise<void>
  /**
   * Releases all claims, at the start of a process that is the only one. Where others may run, it does nothing, and
   * leases expire by themselves.
   */
  releaseAll(): Promise<void>
  /** Records from a number on, in order, up to the first unfinished picture. */
  records(batchId: string, from: number, limit: number): Promise<BatchRecord[]>
  /** Ends a batch without its unfinished pictures. False if it had already ended. */
  cancel(accountId: string, id: string, nowMs: number): Promise<boolean>
  /**
   * Ended batches whose callback was not handed over yet. If several processes ask, a batch is returned to only one of
   * them within a minute.
   */
  dueCallbacks(limit: number): Promise<{ id: string; accountId: string; url: string }[]>
  markCalled(id: string): Promise<void>
  /** Calls the listener soon after any process added a batch, but may miss some; returns a function that ends that. */
  onAdded(listener: () => void): () => void
  /** Removes batches that ended before a time. */
  removeEndedBefore(timeMs: number): Promise<void>
  removeAccount(accountId: string): Promise<void>
}
