import { addAbortListener } from 'node:events'
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isDiskFull } from '../../contract/errors.ts'
import type { DiskGuard, Reservation } from './disk-guard.ts'
import { diskAlmostFull, pictureTooLarge, emptyPicture, notAPicture, unsupportedFormat } from './upload-errors.ts'
import { createHash } from 'node:crypto'
import { sniffFormat } from '../../base/formats/sniff/sniff-format.ts'

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

/** These first bytes determine the format; text formats are recognised by then, too. */
const HEAD_BYTES = 4096
/** Chunks are collected up to this size and written together, because each write is a trip to another thread. */
const WRITE_BYTES = 256 * 1024

/** A picture on the disk. */
export type ReceivedPicture = {
  bytes: number
  /** SHA-256 of the bytes and, if it changes how they are read, of the format. */
  pictureId: string
  /** `.nef` and so on for RAW files, else empty. */
  extension: string
}

/**
 * Writes the chunks of a picture to a file, hashes them, and refuses anything that is not a picture once its head is
 * complete.
 */
class PictureWriter {
  readonly #file: FileHandle
  readonly #filename: string | undefined
  readonly #hash = createHash('sha256')
  readonly #gathered: Buffer[] = []
  #head: Buffer = Buffer.alloc(0)
  #bytes = 0
  #written = 0

  /** The extension of `filename` distinguishes RAW formats. */
  constructor(file: FileHandle, filename: string | undefined) {
    this.#file = file
    this.#filename = filename
  }

  /** Bytes added so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Throws ServiceError 400 if the first bytes are not those of a picture. */
  async add(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length
    if (this.#head.length < HEAD_BYTES) this.#readHead(chunk)
    this.#hash.update(chunk)
    this.#gathered.push(chunk)
    if (this.#bytes - this.#written >= WRITE_BYTES) await this.#flush()
  }

  /** Writes the rest; throws ServiceError 400 if there were no bytes, or not those of a picture. */
  async finish(): Promise<ReceivedPicture> {
    if (this.#bytes === 0) throw emptyPicture()
    const extension = sniffPicture(this.#head, this.#filename)
    await this.#flush()
    return { bytes: this.#bytes, pictureId: this.#hash.digest('hex') + extension, extension }
  }

  #readHead(chunk: Buffer): void {
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)])
    if (this.#head.length === HEAD_BYTES) sniffPicture(this.#head, this.#filename)
  }

  async #flush(): Promise<void> {
    await writeAll(this.#file, this.#gathered.splice(0))
    this.#written = this.#bytes
  }
}

async function writeAll(file: FileHandle, chunks: Buffer[]): Promise<void> {
  if (chunks.length === 0) return
  const { bytesWritten } = await file.writev(chunks)
  if (bytesWritten === chunks.reduce((sum, { length }) => sum + length, 0)) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten) // the system may write less than it was given
  for (let at = 0; at < rest.length;) at += (await file.write(rest, at)).bytesWritten
}

/**
 * The extension that a RAW file needs to be read as one; throws ServiceError 400 if the bytes are not those of a
 * picture.
 */
function sniffPicture(head: Buffer, filename = ''): string {
  const { format, family } = sniffFormat(head, filename)
  if (family === 'unsupported' || family === 'video') throw unsupportedFormat(format)
  if (family === 'unknown') throw notAPicture()
  return family === 'raw' ? `.${format}` : ''
}
