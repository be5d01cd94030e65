/** Ids of uploads. */
export const UPLOAD_ID = /^[A-Za-z0-9]{32}$/

/** An upload as stored; `file` is its name where uploads are kept, `goneMs` when it was deleted or expired. */
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

/**
 * Uploads, also those that are gone and whose ids are still known. Each call is whole by itself.
 */
export type UploadStore = {
  /**
   * Adds an upload unless its account would then keep more than `mostBytes` (null is no limit): then false. Uploads of
   * one account are added one after another, so that the limit is never passed. Whoever is told the id relies on it:
   * it is safe when this resolves.
   */
  add(row: Omit<UploadRow, 'goneMs'>, mostBytes: number | null): Promise<boolean>
  find(accountId: string, id: string): Promise<UploadRow | undefined>
  /** Which of these ids an account has, or had; of the others it is never told whether they are another's. */
  known(accountId: string, ids: readonly string[]): Promise<string[]>
  /** Those of every account that are not gone. */
  present(): Promise<UploadRow[]>
  /** Those of an account that are not gone. */
  presentOf(accountId: string): Promise<UploadRow[]>
  /** Bytes of those of an account that are not gone. */
  bytesOf(accountId: string): Promise<number>
  /** Those whose time has passed and that are not marked as gone. Times are milliseconds since 1970. */
  expired(now: number): Promise<UploadRow[]>
  /** False where it was gone already. */
  markGone(id: string, at: number): Promise<boolean>
  /** Forgets ids of uploads that are gone and were made before a time. */
  forgetBefore(time: number): Promise<void>
  removeAccount(accountId: string): Promise<void>
}
