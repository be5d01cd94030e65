import type { Readable } from 'node:stream'
import type { HeldPicture } from '../ports/ports.ts'
import type { UploadRow } from '../ports/upload-store.ts'
import type { ReceivedPicture, ReceiveLimits } from './receive-picture.ts'

/** Storage of pictures: of those with an id, and of those needed for one request. */
export type PictureFiles = {
  /** Receives a picture for one request; it is deleted when released. Throws as `receivePicture` does. */
  receive(body: Readable, limits: ReceiveLimits): Promise<HeldPicture>
  /**
   * Receives a picture to keep; it appears completely or not at all, and is durable when this resolves. `file`
   * identifies it later.
   */
  keep(
    body: Readable,
    limits: ReceiveLimits,
    upload: { accountId: string; id: string },
  ): Promise<ReceivedPicture & { file: string }>
  /** Holds a kept picture until it is released, whatever is deleted meanwhile; null if it is missing or cut off. */
  hold(row: Pick<UploadRow, 'file' | 'bytes' | 'pictureId'>): Promise<HeldPicture | null>
  /** Deletes a kept picture, which may already be gone, at once or when its last holder releases it. */
  remove(file: string): Promise<void>
  /** Deletes kept pictures older than a time in milliseconds since 1970; all of them expired, so no row names them. */
  deleteLeftovers(beforeMs: number): Promise<void>
  /** Whether the disk has space for another picture. */
  hasRoom(): Promise<boolean>
  close(): Promise<void>
}
