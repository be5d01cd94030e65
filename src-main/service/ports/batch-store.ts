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

/** A batch and how far it is. `endedMs` is null while pictures are left. */
export type StoredBatch = NewBatch & {
  total: number
  done: number
  /** Those done of which an operation failed. */
  failed: number
  endedMs: number | null
  isCancelled: boolean
  /** Until when its account's batches wait, and the sentence that says what for. */
  waitsUntilMs: number | null
  waitsFor: string
}

/** A picture that somebody works on; `claim` is theirs alone. `tries` counts it. */
export type ClaimedPicture = {
  batch: NewBatch
  number: number
  picture: BatchPicture
  claim: string
  tries: number
}

/** A picture that is done; `number` is its place in the batch, from 0. */
export type BatchRecord = { number: number; picture: BatchPicture; findings: BatchFindings }

/**
 * Batches of many pictures, with what was found out. Each call is whole by itself, and any process may make any of
 * them: nothing about a batch is known elsewhere.
 */
export type BatchStore = {
  /** Adds a batch with its pictures; false where its account has `mostOpen` that have not ended. */
  add(batch: NewBatch, pictures: readonly BatchPicture[], mostOpen: number): Promise<boolean>
  find(accountId: string, id: string): Promise<StoredBatch | undefined>
  /** Those of an account, the newest first. */
  list(accountId: string): Promise<StoredBatch[]>
  /**
   * Takes a picture that nobody works on. Accounts take turns; within one the oldest batch goes first. Undefined where
   * there is none, or all that are left wait. The claim is valid for `leaseMs`, at most as long as the lease of this
   * node, and after that until another takes the picture.
   */
  claim(by: { claim: string; nowMs: number; leaseMs: number }): Promise<ClaimedPicture | undefined>
  /**
   * Keeps what was found out; false where the claim is not valid any more, and then nothing is kept. The last picture
   * ends its batch.
   */
  finish(claimed: ClaimedPicture, findings: BatchFindings, nowMs: number): Promise<boolean>
  /** Gives a picture back, to be taken again from a time on; one that is `untried` has as many tries as before. */
  putBack(claimed: ClaimedPicture, notBeforeMs: number, how: 'tried' | 'untried'): Promise<void>
  /** Gives a picture back; all batches of its account wait until a time, for the reason told. */
  wait(claimed: ClaimedPicture, untilMs: number, reason: string): Promise<void>
  /**
   * Frees every picture that anybody works on, for the start of a process: where it is the only one. Where others may
   * live, nothing is done, and leases end by themselves.
   */
  releaseAll(): Promise<void>
  /** Records from a number on, in their order, and none beyond the first that is not done. */
  records(batchId: string, from: number, limit: number): Promise<BatchRecord[]>
  /** Ends a batch: pictures not yet done never will be. False where it had ended. */
  cancel(accountId: string, id: string, nowMs: number): Promise<boolean>
  /**
   * Batches that have ended and whose address was not handed over for its call yet. Where several processes may ask,
   * what one was given is given to no other for a minute.
   */
  untold(limit: number): Promise<{ id: string; accountId: string; url: string }[]>
  markTold(id: string): Promise<void>
  /** Calls soon after a batch was added, by whichever process; gives what ends that. Some may not be told. */
  onAdded(listener: () => void): () => void
  /** Removes batches that ended before a time. */
  removeEndedBefore(timeMs: number): Promise<void>
  removeAccount(accountId: string): Promise<void>
}
