import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isDiskFull } from '../../contract/errors.ts'
import { sniffFormat } from '../../formats/sniff/sniff-format.ts'
import { ServiceError } from '../errors/service-error.ts'
import { createDiskGuard, refuseFull, type DiskGuard } from './disk-guard.ts'

/** What the format is told from; also a text format shows itself by then. */
const HEAD_BYTES = 4096
const CHECK_DISK_EVERY = 32 * 1024 * 1024
/** Chunks are gathered up to here and written together: each write is a trip to another thread. */
const WRITE_BYTES = 256 * 1024

export type ReceiveLimits = {
  /** Most bytes taken. */
  bytes: number
  /** Only its ending counts, and only among RAW files, which all look like TIFF. */
  filename?: string
  /** Whether its bytes are flushed to the disk, so that they outlast a power cut. */
  isLasting?: boolean
}

/** A picture that lies on the disk. */
export type ReceivedPicture = {
  bytes: number
  /** SHA-256 of the bytes and, where it changes how they are read, the format. */ pictureId: string
  /** `.nef` and the like for RAW files, else empty. */ extension: string
}

/**
 * Streams a body into a new file, and throws ServiceError 400 (empty, no picture), 413 or 503 (disk full) as soon as
 * that is known; then no
 * file is left. The body is not destroyed: whoever owns it drops the rest, so that the answer still reaches the client.
 */
export async function receivePicture(
  path: string,
  body: Readable,
  limits: ReceiveLimits,
  guard: DiskGuard = createDiskGuard(),
): Promise<ReceivedPicture> {
  // it may break while nothing reads it: the reader below is told, and without a listener the process would end
  body.on('error', () => {})
  await guard.check(path)
  const file = await open(path, 'wx')
  try {
    const received = await write(file, path, body, limits, guard)
    if (limits.isLasting) await file.datasync()
    await file.close()
    return received
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw isDiskFull(error) ? refuseFull(error) : error
  }
}

async function write(
  file: FileHandle,
  path: string,
  body: Readable,
  limits: ReceiveLimits,
  guard: DiskGuard,
): Promise<ReceivedPicture> {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  let nextCheck = CHECK_DISK_EVERY
  const gathered: Buffer[] = []
  let written = 0
  const flush = async () => {
    await writeAll(file, gathered.splice(0))
    written = bytes
  }
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > limits.bytes) throw tooLarge(limits.bytes)
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      if (head.length === HEAD_BYTES) sniffPicture(head, limits.filename)
    }
    hash.update(chunk)
    gathered.push(chunk)
    if (bytes - written >= WRITE_BYTES) await flush()
    if (bytes >= nextCheck) {
      await guard.check(path)
      nextCheck = bytes + CHECK_DISK_EVERY
    }
  }
  if (bytes === 0) throw new ServiceError(400, 'The picture is empty: its file has no bytes.')
  const extension = sniffPicture(head, limits.filename)
  await flush()
  return { bytes, pictureId: hash.digest('hex') + extension, extension }
}

async function writeAll(file: FileHandle, chunks: Buffer[]): Promise<void> {
  if (chunks.length === 0) return
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten === chunks.reduce((sum, { length }) => sum + length, 0)) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten) // the system may take less than it was given
  for (let at = 0; at < rest.length;) at += (await file.write(rest, at)).bytesWritten
}

/**
 * Looks at the first bytes; gives the extension that a RAW file needs to be read as one. Throws ServiceError 400 where
 * they begin no picture.
 */
function sniffPicture(head: Buffer, filename = ''): string {
  const { format, family } = sniffFormat(head, filename)
  if (family === 'unsupported')
    throw new ServiceError(
      400,
      `The file is of type ${format.toUpperCase()}, which is not supported. Send a JPEG, PNG, WebP, GIF, TIFF, AVIF, HEIC or RAW picture.`,
    )
  if (family === 'unknown')
    throw new ServiceError(
      400,
      'The file is not a picture in a known format. Send a JPEG, PNG, WebP, GIF, TIFF, AVIF, HEIC or RAW picture.',
    )
  return family === 'raw' ? `.${format}` : ''
}

function tooLarge(limit: number): ServiceError {
  const megabytes = Math.round(limit / 1e5) / 10
  return new ServiceError(
    413,
    `The picture is larger than ${megabytes >= 0.1 ? `${megabytes} MB` : `${limit} bytes`}, the most that is taken here. Send it smaller: 300 pixels on its shorter side are enough.`,
  )
}
