import type { Readable } from 'node:stream'
import type { CategorizerRecord } from '../../contract/analysis/operations/categories.ts'
import type { CallAnswer, OperationCall } from '../../analysis/operations/calls.ts'
import type { UploadRow } from './upload-store.ts'

/** What an account may do. `null` means without limit. Counts are analyses done well. */
export type Plan = {
  name: string
  title: string
  /** Requests of one account under way at once. */
  concurrency: number
  daily: number | null
  monthly: number | null
  requestsPerSecond: number | null
  /** Largest picture file, in bytes. */
  pictureBytes: number
  /** Bytes of uploads that may be kept at once. */
  uploadBytes: number | null
}

/** Someone with a key; everything an account stores is kept under its id. */
export type Account = { id: string; name: string; key: string; plan: Plan; createdMs: number }

export type Accounts = {
  /**
   * The account of a key and its secret, compared in constant time; null where they do not fit. Throws ServiceError 429
   * where the IP address that they come from has guessed too often.
   */
  authenticate(key: string, secret: string, address?: string): Promise<Account | null>
  /** The secret is given this once and kept only as a hash. */
  create(options: {
    name: string
    plan: string
    key?: string
    secret?: string
  }): Promise<{ account: Account; secret: string }>
  list(): Promise<Account[]>
  /** A new secret for a key; the old one ends at once. */
  rotate(key: string): Promise<string>
  /** Deletes an account; whoever owns things of it is told by its id. */
  remove(key: string): Promise<Account>
}

/** A picture's file on this machine while a request needs it. */
export type HeldPicture = {
  path: string
  /** The same text means the same bytes. */
  pictureId: string
  /** Releases the file; one that is not kept is deleted. */
  release(): Promise<void>
}

export type Upload = { id: string; filename: string; bytes: number; expiresMs: number }

/** Pictures that were sent. Bodies are streamed to disk, never held whole in memory, and checked by content. */
export type Uploads = {
  /**
   * Keeps a picture for 24 hours; throws ServiceError 400 (empty, or no picture), 403 (no more may be kept) or 413, and
   * the reason once `signal` is aborted. Then nothing of it is kept.
   */
  keep(account: Account, body: Readable, filename: string, signal?: AbortSignal): Promise<Upload>
  /**
   * A kept picture; throws ServiceError 404 (never issued to this account) or 410 (deleted or expired). What was
   * `looked up` of the account's uploads is not looked up again.
   */
  find(account: Account, uploadId: string, lookedUp?: UploadRow): Promise<HeldPicture>
  /** The first of some ids of uploads that was never issued to this account; undefined where each was. */
  findUnknown(account: Account, uploadIds: readonly string[]): Promise<string | undefined>
  /** Ids of an account's uploads that are kept now, by what names their bytes. */
  keptPictures(account: Account): Promise<ReadonlyMap<string, string>>
  /** Deletes a picture; throws as `find` does. */
  remove(account: Account, uploadId: string): Promise<void>
  /**
   * Holds a picture for one request; throws as `keep` does. The name's ending tells RAW files apart, which all look like
   * TIFF.
   */
  holdPassing(account: Account, body: Readable, filename?: string, signal?: AbortSignal): Promise<HeldPicture>
  /** True while the disk has room for more pictures. */
  hasRoom(): Promise<boolean>
}

/**
 * Gets pictures from addresses; throws ServiceError 400 with a sentence that says what was wrong with the address or
 * its answer, or 413.
 */
export type PictureFetcher = {
  fetch(url: string, limits: { bytes: number }, signal?: AbortSignal): Promise<HeldPicture>
}

/** Tells clients that their tickets are final. */
export type Callbacks = {
  /** Throws ServiceError 400 for an address that may not be called. Names are looked up again at each call. */
  check(url: string): Promise<void>
  /**
   * Has `url` called with `ticket=ID` in its query, again with growing pauses where that fails, while there is the
   * account that waits for it. Resolves when that is kept and survives a restart.
   */
  send(url: string, ticketId: string, accountId: string): Promise<void>
  /** Calls off what an account still waits for. */
  removeOwner(accountId: string): Promise<void>
  close(): Promise<void>
}

/** The engine behind a fair queue: accounts take turns. */
export type Analysis = {
  /**
   * Answers the calls in their order; throws ServiceError 503 with `Retry-After` where the queue is full or the service
   * is stopping.
   */
  run<const C extends readonly OperationCall[]>(
    account: Account,
    picture: HeldPicture,
    calls: C,
    signal?: AbortSignal,
  ): Promise<{ [K in keyof C]: CallAnswer<C[K]['operation']> }>
  /** Those that come with the program and those of this account. */
  categorizers(account: Account): Promise<CategorizerRecord[]>
  hasTagger(account: Account, taggerId: string): Promise<boolean>
  /** Ids of the models that describe contents and are installed now, best first. */
  contentModels(): string[]
  /** `isWarm` where a process takes work that has its models open. */
  state(): { waiting: number; running: number; processes: number; isWarm: boolean; isAccepting: boolean }
  close(): Promise<void>
}
