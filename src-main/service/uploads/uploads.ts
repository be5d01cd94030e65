import type { Readable } from 'node:stream'
import { randomText } from '../ids/random-text.ts'
import type { ObjectStore } from '../ports/object-store.ts'
import type { Account, HeldPicture, Upload, Uploads } from '../ports/ports.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { UPLOAD_ID, type UploadRow, type UploadStore } from '../ports/upload-store.ts'
import type { PictureFiles } from './picture-files.ts'
import { PictureFolder } from './picture-folder.ts'
import { PictureObjects } from './picture-objects.ts'
import type { ReceiveLimits } from './receive-picture.ts'
import { noSpaceLeft, uploadGone, uploadNotFound } from './upload-errors.ts'

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
 * Opens the uploads of a service. In a folder, the remains of a crash and expired pictures are deleted first; objects
 * may be away, and are swept later.
 */
export async function openUploads(options: UploadsOptions): Promise<StoredUploads> {
  const uploads = new StoredUploads(await openFiles(options), options)
  if (options.objects === undefined) await uploads.sweep()
  return uploads
}

async function openFiles({ folder, store, objects, cacheBytes, minFreeBytes }: UploadsOptions): Promise<PictureFiles> {
  if (objects !== undefined) return PictureObjects.open({ store: objects, folder, cacheBytes, minFreeBytes })
  const known = new Set((await store.uploads.present()).map(({ file }) => file))
  return PictureFolder.open(folder, (file) => known.has(file), minFreeBytes)
}

/** Pictures of clients: files in a folder, with a row for each in the store. `sweep` deletes expired ones. */
export class StoredUploads implements Uploads {
  readonly #files: PictureFiles
  readonly #rows: UploadStore
  readonly #log: ServiceLog
  readonly #now: () => number
  readonly #lifeMs: number
  /** Accounts whose last upload exceeded their space. */
  readonly #full = new Set<string>()

  constructor(files: PictureFiles, { store, log, now = Date.now, lifeMs = LIFE_MS }: UploadsOptions) {
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
    const { file, bytes, pictureId } = await this.#files.keep(body, limits, { accountId: account.id, id })
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

  hold(body: Readable, limits: ReceiveLimits): Promise<HeldPicture> {
    return this.#files.receive(body, limits)
  }

  /** Whether the disk has space for more pictures. */
  hasRoom(): Promise<boolean> {
    return this.#files.hasRoom()
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
