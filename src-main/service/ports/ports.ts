import type { Readable } from 'node:stream'
import type { CategorizerRecord } from '../../contract/analysis/operations/categories.ts'
import type { CallAnswer, OperationCall } from '../../analysis/operations/calls.ts'
import type { UploadRow } from './upload-store.ts'

/** The limits of an account. `null` means without limit. Counts are successful analyses. */
export type Plan = {
  name: string
  title: string
  /** Maximum number of concurrent requests of one account. */
  concurrency: number
  daily: number | null
  monthly: number | null
  requestsPerSecond: number | null
  /** Maximum size of a picture file in bytes. */
  pictureBytes: number
  /** Maximum total size of kept uploads in bytes. */
  uploadBytes: number | null
}

/** The owner of a key; everything that an account stores is kept under its id. */
export type Account = { id: string; name: string; key: string; plan: Plan; createdMs: number }

export type Accounts = {
  /**
   * The account of a key and its secret, compared in constant time; null if they do not match. Throws ServiceError 429
   * if their IP address has guessed too often.
   */
  authenticate(key: string, secret: string, address?: string): Promise<Account | null>
  /** The secret is returned only once, and stored only as a hash. */
  create(options: {
    name: string
    plan: string
    key?: string
    secret?: string
  }): Promise<{ account: Account; secret: string }>
  list(): Promise<Account[]>
  /** Replaces the secret of a key; the old one is invalid at once. */
  rotate(key: string): Promise<string>
  /** Deletes an account; the parts that hold its data get its id. */
  remove(key: string): Promise<Account>
}

/** A picture's file on this machine, held while a request needs it. */
export type HeldPicture = {
  path: string
  /** Equal ids mean equal bytes. */
  pictureId: string
  /** Releases the file; one that is not kept is deleted. */
  release(): Promise<void>
}

export type Upload = { id: string; filename: string; bytes: number; expiresMs: number }

/** Uploaded pictures. Bodies are streamed to disk, never held completely in memory, and checked by content. */
export type Uploads = {
  /**
   * Keeps a picture for 24 hours. Throws ServiceError 400 (empty, or not a picture), 403 (no more may be kept) or 413,
   * and the reason once `signal` is aborted. Then nothing of it is kept.
   */
  keep(account: Account, body: Readable, filename: string, signal?: AbortSignal): Promise<Upload>
  /**
   * A kept picture. Throws ServiceError 404 (never issued to this account) or 410 (deleted or expired). An upload that
   * was already `lookedUp` is not looked up again.
   */
  find(account: Account, uploadId: string, lookedUp?: UploadRow): Promise<HeldPicture>
  /** The first of some upload ids that was never issued to this account; undefined if all were. */
  findUnknown(account: Account, uploadIds: readonly string[]): Promise<string | undefined>
  /** Ids of an account's kept uploads, by the id of their bytes. */
  keptPictures(account: Account): Promise<ReadonlyMap<string, string>>
  /** Deletes a picture; throws as `find` does. */
  remove(account: Account, uploadId: string): Promise<void>
  /**
   * Receives a picture for one request, with the caller's limits; throws ServiceError 400, 413 or 503, and the reason
   * once `signal` is aborted. The extension of the filename distinguishes RAW formats, which all look like TIFF.
   */
  hold(
    body: Readable,
    limits: { bytes: number; filename?: string; signal?: AbortSignal | undefined },
  ): Promise<HeldPicture>
  /** Whether the disk has space for more pictures. */
  hasRoom(): Promise<boolean>
}

/**
 * Gets pictures from addresses. Throws ServiceError 413, or 400 with a sentence about the fault of the address or its
 * answer.
 */
export type PictureFetcher = {
  fetch(url: string, limits: { bytes: number }, signal?: AbortSignal): Promise<HeldPicture>
}

/** Informs clients that their tickets are final. */
export type Callbacks = {
  /** Throws ServiceError 400 for an address that may not be called. Names are resolved again at each call. */
  check(url: string): Promise<void>
  /**
   * Calls `url` with `ticket=ID` in its query, repeatedly with growing pauses after failures, as long as the account
   * exists. Resolves when the call is stored and survives a restart.
   */
  send(url: string, ticketId: string, accountId: string): Promise<void>
  /** Cancels the callbacks of an account. */
  removeOwner(accountId: string): Promise<void>
  close(): Promise<void>
}

/** The engine behind a fair queue: accounts take turns. */
export type Analysis = {
  /**
   * Answers the calls in order; throws ServiceError 503 with `Retry-After` if the queue is full or the service is
   * stopping.
   */
  run<const C extends readonly OperationCall[]>(
    account: Account,
    picture: HeldPicture,
    calls: C,
    signal?: AbortSignal,
  ): Promise<{ [K in keyof C]: CallAnswer<C[K]['operation']> }>
  /** Built-in categorizers, and those of this account. */
  categorizers(account: Account): Promise<CategorizerRecord[]>
  hasTagger(account: Account, taggerId: string): Promise<boolean>
  /** Ids of installed models that describe content, best first. */
  contentModels(): string[]
  /** `isWarm` if a process that accepts work has its models open. */
  state(): { waiting: number; running: number; processes: number; isWarm: boolean; isAccepting: boolean }
  close(): Promise<void>
}
