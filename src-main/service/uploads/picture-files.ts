import type { Readable } from 'node:stream'
import type { HeldPicture } from '../ports/ports.ts'
import type { UploadRow } from '../ports/upload-store.ts'
import type { ReceivedPicture } from './picture-writer.ts'
import type { ReceiveLimits } from './receive-picture.ts'

/** Where the bytes of pictures are: of those with an id, and of those needed for one request. */
export type PictureFiles = {
  /** Receives a picture for one request; it is deleted when released. Throws as `receivePicture` does. */
  receive(body: Readable, limits: ReceiveLimits): Promise<HeldPicture>
  /**
   * Receives a picture to stay; it appears whole or not at all, and is safe when this resolves. `file` is what it is
   * found by again.
   */
  keep(
    body: Readable,
    limits: ReceiveLimits,
    upload: { accountId: string; id: string },
  ): Promise<ReceivedPicture & { file: string }>
  /** Holds a kept picture until it is released, whatever is deleted meanwhile; null where it is missing or cut off. */
  hold(row: Pick<UploadRow, 'file' | 'bytes' | 'pictureId'>): Promise<HeldPicture | null>
  /** Deletes a kept picture, which may be gone already, at once or when its last holder has let go of it. */
  remove(file: string): Promise<void>
  /** Deletes kept pictures from before a time, in milliseconds since 1970, which all expired: no row names them. */
  deleteLeftovers(beforeMs: number): Promise<void>
  /** True while the disk has room for another picture. */
  hasRoom(): Promise<boolean>
  close(): Promise<void>
}
