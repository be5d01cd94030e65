import { addAbortListener } from 'node:events'
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isDiskFull } from '../../contract/errors.ts'
import type { DiskGuard, Reservation } from './disk-guard.ts'
import { PictureWriter, type ReceivedPicture } from './picture-writer.ts'
import { diskAlmostFull, pictureTooLarge } from './upload-errors.ts'

const ONLY_OWNER = 0o600

export type ReceiveLimits = {
  /** Largest number of bytes taken. */
  bytes: number
  /** Only its ending counts, and only among RAW files, which all look like TIFF. */
  filename?: string
  /** Whether its bytes are flushed to the disk, so that they outlast a power cut. */
  isLasting?: boolean
  /** Ends the receiving, also of a body that says nothing any more; it then throws the reason. */
  signal?: AbortSignal | undefined
}

/**
 * Streams a body into a new file, and throws ServiceError 400 (empty, no picture), 413 or 503 (disk full) as soon as
 * that is known; then no file is left. Only an abort destroys the body: else whoever owns it drops the rest, so that
 * the
 * answer still reaches the client.
 */
export async function receivePicture(
  path: string,
  body: Readable,
  limits: ReceiveLimits,
  guard: DiskGuard,
): Promise<ReceivedPicture> {
  // it may break while nothing reads it: the reader below is told, and without a listener the process would end
  body.on('error', () => {})
  const { signal } = limits
  using _ = signal && addAbortListener(signal, () => body.destroy(signal.reason as Error))
  using room = await guard.reserve()
  const file = await open(path, 'wx', ONLY_OWNER)
  try {
    const received = await write(file, body, limits, room)
    if (limits.isLasting) await file.datasync()
    await file.close()
    return received
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw isDiskFull(error) ? diskAlmostFull(error) : error
  }
}

async function write(
  file: FileHandle,
  body: Readable,
  limits: ReceiveLimits,
  room: Reservation,
): Promise<ReceivedPicture> {
  const writer = new PictureWriter(file, limits.filename)
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (writer.bytes + chunk.length > limits.bytes) throw pictureTooLarge(limits.bytes)
    await room.beforeWriting(chunk.length)
    await writer.add(chunk)
  }
  return writer.finish()
}
