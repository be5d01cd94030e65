import type { HeldPicture } from '../ports/ports.ts'
import type { UploadRow } from '../ports/upload-store.ts'

/** A picture that was received into a file. */
export type ReceivedPicture = {
  path: string
  bytes: number
  /** SHA-256 of the bytes and, if it changes how they are read, of the format. */
  pictureId: string
  /** `.nef` and so on for RAW files, else empty. */
  extension: string
}

/** Storage of pictures that have an id. */
export type PictureFiles = {
  /**
   * Takes over the file of a received picture; the picture appears completely or not at all, and is durable when this
   * resolves. Resolves to the name by which it is found later. The caller deletes the received file if this rejects.
   */
  keep(
    received: ReceivedPicture,
    upload: { accountId: string; id: string },
    signal: AbortSignal | undefined,
  ): Promise<string>
  /** Holds a kept picture until it is released, whatever is deleted meanwhile; null if it is missing or cut off. */
  hold(row: Pick<UploadRow, 'file' | 'bytes' | 'pictureId'>): Promise<HeldPicture | null>
  /** Deletes a kept picture, which may already be gone, at once or when its last holder releases it. */
  remove(file: string): Promise<void>
  /** Deletes kept pictures older than a time in milliseconds since 1970; all of them expired, so no row names them. */
  deleteLeftovers(beforeMs: number): Promise<void>
  close(): Promise<void>
}
