import { createHash } from 'node:crypto'
import { addAbortListener } from 'node:events'
import { mkdir, open, rename, rm, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { absentAs } from '../../base/files/file-errors.ts'
import { sniffFormat } from '../../base/formats/sniff/sniff-format.ts'
import { isDiskFull } from '../../contract/errors.ts'
import { once } from '../objects/cache/file-holders.ts'
import { randomText } from '../ids/random-text.ts'
import type { ObjectStore } from '../ports/object-store.ts'
import type { Account, HeldPicture, Upload, Uploads } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { UPLOAD_ID, type UploadRow, type UploadStore } from '../ports/upload-store.ts'
import { DiskGuard, type Reservation } from './disk-guard.ts'
import type { PictureFiles, ReceivedPicture } from './picture-files.ts'
import { PictureFolder } from './picture-folder.ts'
import { PictureObjects } from './picture-objects.ts'
import {
  diskAlmostFull,
  emptyPicture,
  noSpaceLeft,
  notAPicture,
  pictureTooLarge,
  unsupportedFormat,
  uploadGone,
  uploadNotFound,
} from './upload-errors.ts'

const HOUR_MS = 3_600_000
/** How long a picture is kept. */
export const LIFE_MS = 24 * HOUR_MS
/** How long the id of a picture that is gone answers 410 instead of 404, counted from the upload. */
const MEMORY_MS = 30 * 24 * HOUR_MS
/** Files older than any upload by this much were left by a crash; clocks never differ by more. */
const LEFTOVER_MS = 2 * HOUR_MS

export type UploadsOptions = {
  /** Folder of the pictures, which must contain nothing else. */
  folder: string
  store: { uploads: UploadStore }
  /** Keeps the pictures where several nodes can see them; without it they are files of the folder. */
  objects?: ObjectStore | undefined
  /** Maximum size of local copies of objects that nobody uses at the moment, in bytes. */
  cacheBytes?: number | undefined
  log: ServiceLog
  /** Milliseconds since 1970. */
  now?: () => number
  lifeMs?: number
  minFreeBytes?: number
}

/**
 * Opens the uploads of a service: `passing/` in its folder has the pictures that are received, or needed for one
 * request, and is emptied first. In a folder, the remains of a crash and expired pictures are deleted too; objects may
 * be away, and are swept later.
 */
export async function openUploads(options: UploadsOptions): Promise<StoredUploads> {
  const { folder, objects, minFreeBytes } = options
  const passing = join(folder, 'passing')
  await rm(passing, { recursive: true, force: true })
  await mkdir(passing, { recursive: true, mode: 0o700 })
  const guard = new DiskGuard(passing, minFreeBytes)
  const uploads = new StoredUploads({ passing, guard, files: await openFiles(options, guard) }, options)
  if (objects === undefined) await uploads.sweep()
  return uploads
}

async function openFiles(
  { folder, store, objects, cacheBytes }: UploadsOptions,
  room: DiskGuard,
): Promise<PictureFiles> {
  if (objects !== undefined)
    return PictureObjects.open({ store: objects, folder: join(folder, 'copies'), cacheBytes, room })
  const known = new Set((await store.uploads.present()).map(({ file }) => file))
  return PictureFolder.open(join(folder, 'kept'), (file) => known.has(file))
}

/** Where pictures are: received ones in the folder `passing`, whose disk `guard` watches, kept ones in `files`. */
type PicturePlaces = { passing: string; guard: DiskGuard; files: PictureFiles }

/** Pictures of clients: files in a folder, with a row for each in the store. `sweep` deletes expired ones. */
export class StoredUploads implements Uploads {
  readonly #passing: string
  readonly #guard: DiskGuard
  readonly #files: PictureFiles
  readonly #rows: UploadStore
  readonly #log: ServiceLog
  readonly #now: () => number
  readonly #lifeMs: number
  /** Accounts whose last upload exceeded their space. */
  readonly #full = new Set<string>()

  constructor(
    { passing, guard, files }: PicturePlaces,
    { store, log, now = Date.now, lifeMs = LIFE_MS }: UploadsOptions,
  ) {
    this.#passing = passing
    this.#guard = guard
    this.#files = files
    this.#rows = store.uploads
    this.#log = log
    this.#now = now
    this.#lifeMs = lifeMs
  }

  async keep(account: Account, body: Readable, filename: string, signal?: AbortSignal): Promise<Upload> {
    await this.#checkSpace(account)
    const id = randomText(32)
    const limits = { bytes: account.plan.pictureBytes, filename, signal }
    const received = await this.#receive(body, limits)
    const { bytes, pictureId } = received
    const file = await this.#keepFile(received, { accountId: account.id, id }, signal)
    const [createdMs, expiresMs] = [this.#now(), this.#now() + this.#lifeMs]
    const upload: Upload = { id, filename: cleanFilename(filename), bytes, expiresMs }
    // After the file: a crash between the two leaves a file without a row, which the next start deletes.
    await this.#addRow(account, { ...upload, accountId: account.id, file, pictureId, createdMs })
    return upload
  }

  async find(account: Account, uploadId: string, lookedUp?: UploadRow): Promise<HeldPicture> {
    const row = lookedUp?.id === uploadId ? this.#checkPresent(lookedUp) : await this.#findRow(account, uploadId)
    const held = await this.#files.hold(row)
    if (held !== null) return held
    await this.#giveUp(row)
    throw uploadGone()
  }

  async findUnknown(account: Account, uploadIds: readonly string[]): Promise<string | undefined> {
    const known = new Set(await this.#rows.known(account.id, uploadIds))
    return uploadIds.find((id) => !known.has(id))
  }

  async keptPictures(account: Account): Promise<ReadonlyMap<string, string>> {
    const rows = (await this.#rows.presentOf(account.id)).filter(({ expiresMs }) => expiresMs > this.#now())
    return new Map(rows.map(({ pictureId, id }) => [pictureId, id]))
  }

  async remove(account: Account, uploadId: string): Promise<void> {
    await this.#delete(await this.#findRow(account, uploadId))
  }

  async hold(body: Readable, limits: ReceiveLimits): Promise<HeldPicture> {
    const { path: received, pictureId, extension } = await this.#receive(body, limits)
    const path = `${received}${extension}`
    if (path !== received) await rename(received, path)
    return { path, pictureId, release: once(() => deleteFile(path)) }
  }

  /** Whether the disk has space for more pictures. */
  hasRoom(): Promise<boolean> {
    return this.#guard.hasRoom()
  }

  /** Deletes all uploads of an account; their ids then answer 404. Rejects between two of them when `signal` aborts. */
  async removeAccount(accountId: string, signal?: AbortSignal): Promise<void> {
    for (const row of await this.#rows.presentOf(accountId)) {
      signal?.throwIfAborted()
      await this.#delete(row)
    }
    await this.#rows.removeAccount(accountId)
  }

  /** Deletes expired pictures and the remains of crashes. */
  async sweep(): Promise<void> {
    for (const row of await this.#rows.expired(this.#now())) await this.#delete(row)
    await this.#rows.forgetBefore(this.#now() - MEMORY_MS)
    await this.#files.deleteLeftovers(this.#now() - this.#lifeMs - LEFTOVER_MS)
  }

  close(): Promise<void> {
    return this.#files.close()
  }

  /**
   * Streams a body into a new file. Throws ServiceError 400 (empty, not a picture), 413 or 503 (disk full) as soon as
   * that is known; then no file is left. Only an abort destroys the body: otherwise its owner discards the rest, so
   * that the answer still reaches the client.
   */
  async #receive(body: Readable, limits: ReceiveLimits): Promise<ReceivedPicture> {
    // it may break while nothing reads it: the reader below gets the error, and without a listener it would end the
    // process
    body.on('error', () => {})
    const { signal } = limits
    using _ = signal && addAbortListener(signal, () => body.destroy(signal.reason as Error))
    using room = await this.#guard.reserve()
    const path = join(this.#passing, randomText(32))
    const file = await open(path, 'wx', ONLY_OWNER)
    try {
      const received = await writePicture(file, body, limits, room)
      await file.close()
      return { path, ...received }
    } catch (error) {
      await file.close()
      await rm(path, { force: true })
      throw isDiskFull(error) ? diskAlmostFull(error) : error
    }
  }

  async #keepFile(
    received: ReceivedPicture,
    upload: { accountId: string; id: string },
    signal: AbortSignal | undefined,
  ): Promise<string> {
    try {
      return await this.#files.keep(received, upload, signal)
    } catch (error) {
      await rm(received.path, { force: true })
      throw isDiskFull(error) ? diskAlmostFull(error) : error
    }
  }

  /**
   * Rejects with ServiceError 403 before the picture is received if the account had no space left and still has none.
   * Whether the picture itself fits is known once its row is added.
   */
  async #checkSpace({ id, plan }: Account): Promise<void> {
    if (plan.uploadBytes === null || !this.#full.has(id)) return
    if ((await this.#rows.bytesOf(id)) >= plan.uploadBytes) throw noSpaceLeft(plan.uploadBytes, plan.title)
    this.#full.delete(id)
  }

  async #addRow({ plan }: Account, row: Omit<UploadRow, 'goneMs'>): Promise<void> {
    try {
      if (await this.#rows.add(row, plan.uploadBytes)) return
      this.#full.add(row.accountId)
      throw noSpaceLeft(plan.uploadBytes ?? 0, plan.title)
    } catch (error) {
      await this.#files.remove(row.file)
      throw error
    }
  }

  async #findRow(account: Account, uploadId: string): Promise<UploadRow> {
    const row = UPLOAD_ID.test(uploadId) ? await this.#rows.find(account.id, uploadId) : undefined
    if (row === undefined) throw uploadNotFound()
    return this.#checkPresent(row)
  }

  #checkPresent(row: UploadRow): UploadRow {
    if (row.goneMs !== null || row.expiresMs <= this.#now()) throw uploadGone()
    return row
  }

  /** In this order, so that a deletion whose object cannot be deleted now is completed when it is requested again. */
  async #delete({ id, file }: Pick<UploadRow, 'id' | 'file'>): Promise<void> {
    await this.#files.remove(file)
    await this.#rows.markGone(id, this.#now())
  }

  /** Someone deleted the file, or a power cut lost its last bytes: the client has to send it again. */
  async #giveUp({ id, file }: Pick<UploadRow, 'id' | 'file'>): Promise<void> {
    if (!(await this.#rows.markGone(id, this.#now()))) return // it was deleted during the lookup
    this.#log.warn('the file of an upload is missing or cut off', { file })
    await this.#files.remove(file)
  }
}

const MAX_LENGTH = 255

/**
 * The last part of the client's file name, which may be a complete path of its machine; it is only displayed, never
 * used as a path.
 */
function cleanFilename(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const shown = last.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return shown === '' || shown === '.' || shown === '..' ? 'image' : [...shown].slice(0, MAX_LENGTH).join('')
}

// Receiving

const ONLY_OWNER = 0o600

type ReceiveLimits = {
  /** Maximum number of bytes. */
  bytes: number
  /** Only its extension counts, and only for RAW files, which all look like TIFF. */
  filename?: string
  /** Aborts the receiving, even of a body that has gone silent; it then throws the reason. */
  signal?: AbortSignal | undefined
}

/** These first bytes determine the format; text formats are recognised by then, too. */
const HEAD_BYTES = 4096
/** Chunks are collected up to this size and written together, because each write is a trip to another thread. */
const WRITE_BYTES = 256 * 1024

/** Writes and hashes the chunks of a picture, and refuses anything else once its head is complete. */
async function writePicture(
  file: FileHandle,
  body: Readable,
  { bytes: maxBytes, filename }: ReceiveLimits,
  room: Reservation,
): Promise<Omit<ReceivedPicture, 'path'>> {
  const hash = createHash('sha256')
  const gathered: Buffer[] = []
  let head: Buffer = Buffer.alloc(0)
  let [bytes, written] = [0, 0]
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw pictureTooLarge(maxBytes)
    await room.beforeWriting(chunk.length)
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      if (head.length === HEAD_BYTES) sniffPicture(head, filename)
    }
    hash.update(chunk)
    gathered.push(chunk)
    if (bytes - written < WRITE_BYTES) continue
    await writeAll(file, gathered.splice(0))
    written = bytes
  }
  if (bytes === 0) throw emptyPicture()
  const extension = sniffPicture(head, filename)
  await writeAll(file, gathered)
  return { bytes, pictureId: hash.digest('hex') + extension, extension }
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

/** Deletes one file, which may already be gone; a plain unlink costs half as much as `rm`. */
async function deleteFile(path: string): Promise<void> {
  await unlink(path).catch(absentAs(undefined))
}
