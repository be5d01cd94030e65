import { addAbortListener } from 'node:events'
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isDiskFull } from '../../contract/errors.ts'
import type { DiskGuard, Reservation } from './disk-guard.ts'
import { PictureWriter, type ReceivedPicture } from './picture-writer.ts'
import { diskAlmostFull, pictureTooLarge } from './upload-errors.ts'

const ONLY_OWNER = 0o600

export type ReceiveLimits = {
  /** Maximum number of bytes. */
  bytes: number
  /** Only its extension counts, and only for RAW files, which all look like TIFF. */
  filename?: string
  /** Whether its bytes are flushed to the disk, so that they survive a power cut. */
  isLasting?: boolean
  /** Aborts the receiving, even of a body that has gone silent; it then throws the reason. */
  signal?: AbortSignal | undefined
}

/**
 * Streams a body into a new file. Throws ServiceError 400 (empty, not a picture), 413 or 503 (disk full) as soon as
 * that is known; then no file is left. Only an abort destroys the body: otherwise its owner discards the rest, so that
 * the answer still reaches the client.
 */
export async function receivePicture(
  path: string,
  body: Readable,
  limits: ReceiveLimits,
  guard: DiskGuard,
): Promise<ReceivedPicture> {
  // it may break while nothing reads it: the reader below gets the error, and without a listener it would end the
  // process
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
