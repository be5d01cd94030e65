/** Ids of uploads. */
export const UPLOAD_ID = /^[A-Za-z0-9]{32}$/

/** A stored upload; `file` is its name in the storage of uploads, `goneMs` is when it was deleted or expired. */
export type UploadRow = {
  id: string
  accountId: string
  filename: string
  file: string
  bytes: number
  pictureId: string
  createdMs: number
  expiresMs: number
  goneMs: number | null
}

/** Uploads, including those that are gone but whose ids are still known. Each call is atomic. */
export type UploadStore = {
  /**
   * Adds an upload, or returns false if its account would then keep more than `maxBytes` (null is no limit). Uploads of
   * one account are added one after another, so that the limit is never exceeded. Clients rely on the id, so the upload
   * is durable when this resolves.
   */
  add(row: Omit<UploadRow, 'goneMs'>, maxBytes: number | null): Promise<boolean>
  find(accountId: string, id: string): Promise<UploadRow | undefined>
  /**
   * Which of these ids an account has or had; the result never reveals whether the others belong to another account.
   */
  known(accountId: string, ids: readonly string[]): Promise<string[]>
  /** All accounts' uploads that are not gone. */
  present(): Promise<UploadRow[]>
  /** An account's uploads that are not gone. */
  presentOf(accountId: string): Promise<UploadRow[]>
  /** Total size in bytes of an account's uploads that are not gone. */
  bytesOf(accountId: string): Promise<number>
  /** Expired uploads that are not marked as gone. Times are milliseconds since 1970. */
  expired(now: number): Promise<UploadRow[]>
  /** False if it was already gone. */
  markGone(id: string, at: number): Promise<boolean>
  /** Removes the ids of uploads that are gone and were made before a time. */
  forgetBefore(time: number): Promise<void>
  removeAccount(accountId: string): Promise<void>
}
