import { open, rm, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isDiskFull } from '../../contract/errors.ts'
import { DiskGuard } from './disk-guard.ts'
import { PictureWriter, type ReceivedPicture } from './picture-writer.ts'
import { diskAlmostFull, pictureTooLarge } from './upload-errors.ts'

const CHECK_DISK_EVERY = 32 * 1024 * 1024

export type ReceiveLimits = {
  /** Largest number of bytes taken. */
  bytes: number
  /** Only its ending counts, and only among RAW files, which all look like TIFF. */
  filename?: string
  /** Whether its bytes are flushed to the disk, so that they outlast a power cut. */
  isLasting?: boolean
}

/**
 * Streams a body into a new file, and throws ServiceError 400 (empty, no picture), 413 or 503 (disk full) as soon as
 * that is known; then no file is left. The body is not destroyed: whoever owns it drops the rest, so that the answer
 * still reaches the client.
 */
export async function receivePicture(
  path: string,
  body: Readable,
  limits: ReceiveLimits,
  guard = new DiskGuard(),
): Promise<ReceivedPicture> {
  // it may break while nothing reads it: the reader below is told, and without a listener the process would end
  body.on('error', () => {})
  await guard.check(path)
  const file = await open(path, 'wx')
  try {
    const received = await write(file, body, limits, () => guard.check(path))
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
  checkDisk: () => Promise<void>,
): Promise<ReceivedPicture> {
  const writer = new PictureWriter(file, limits.filename)
  let nextCheck = CHECK_DISK_EVERY
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (writer.bytes + chunk.length > limits.bytes) throw pictureTooLarge(limits.bytes)
    await writer.add(chunk)
    if (writer.bytes < nextCheck) continue
    await checkDisk()
    nextCheck = writer.bytes + CHECK_DISK_EVERY
  }
  return writer.finish()
}
