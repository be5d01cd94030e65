import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { randomText } from '../ids/random-text.ts'
import type { Account, HeldPicture, Uploads } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { ServiceStore } from '../store/service-store.ts'
import type { UploadRow } from '../store/upload-rows.ts'
import { cleanFilename } from './client-filename.ts'
import { openPictureFolder, type PictureFolder } from './picture-folder.ts'
import type { ReceiveLimits } from './receive-picture.ts'

const HOUR_MS = 3_600_000
/** How long a picture is kept. */
export const LIFE_MS = 24 * HOUR_MS
/** How long the id of a picture that is gone answers 410 and not 404, counted from the upload. */
const MEMORY_MS = 30 * 24 * HOUR_MS

export type UploadsOptions = {
  /** Folder of the pictures; nothing else may lie in it. */
  folder: string
  store: Pick<ServiceStore, 'uploads'>
  log: ServiceLog
  /** Milliseconds since 1970. */
  now?: () => number
  lifeMs?: number
  leastFreeBytes?: number
}

export type OpenUploads = Uploads & {
  /**
   * Receives a picture from anywhere for one request, under limits of the caller's; throws ServiceError 400, 413 or
   * 503.
   */
  hold(body: Readable, limits: ReceiveLimits): Promise<HeldPicture>
  /** Deletes everything an account uploaded; its ids answer 404 from then on. */
  removeAccount(accountId: string): Promise<void>
  /** Deletes what has expired; happens by itself at the start and every hour. */
  sweep(): Promise<void>
  close(): Promise<void>
}

type Parts = { rows: ServiceStore['uploads']; files: PictureFolder; log: ServiceLog; now: () => number }

/** Opens the uploads of a data folder; files that a crash left behind are deleted first. */
export async function openUploads({
  folder,
  store,
  log,
  now = Date.now,
  lifeMs = LIFE_MS,
  leastFreeBytes,
}: UploadsOptions): Promise<OpenUploads> {
  const rows = store.uploads
  const known = new Set(rows.present().map(({ file }) => file))
  const files = await openPictureFolder(folder, (file) => known.has(file), leastFreeBytes)
  const parts: Parts = { rows, files, log, now }
  const sweeper = startSweeping(parts)
  await sweeper.sweep()
  return {
    async keep(account, body, filename) {
      checkSpace(account, rows, 0)
      const id = randomText(32)
      const { file, bytes, pictureId } = await files.keep(body, { bytes: account.plan.pictureBytes, filename }, id)
      const row = {
        id,
        accountId: account.id,
        filename: cleanFilename(filename),
        file,
        bytes,
        pictureId,
        createdMs: now(),
        expiresMs: now() + lifeMs,
      }
      // After the file: a crash between the two leaves a file without a row, which the next start deletes.
      const add = () => {
        checkSpace(account, rows, bytes) // others may have come meanwhile
        rows.add(row)
      }
      await addOrUndo(add, () => files.remove(file))
      return { id, filename: row.filename, bytes, expiresMs: row.expiresMs }
    },
    find: (account, uploadId) => holdKept(parts, account, uploadId),
    async remove(account, uploadId) {
      const row = findRow(parts, account, uploadId)
      rows.markGone(row.id, now())
      await files.remove(row.file)
    },
    holdPassing: (account, body, filename = '') => files.receive(body, { bytes: account.plan.pictureBytes, filename }),
    hold: files.receive,
    async removeAccount(accountId) {
      for (const { id, file } of rows.presentOf(accountId)) {
        rows.markGone(id, now())
        await files.remove(file)
      }
      rows.removeAccount(accountId)
    },
    sweep: sweeper.sweep,
    close: sweeper.close,
  }
}

/** Throws ServiceError 403 where an account would keep more than its plan allows. */
function checkSpace({ id, plan }: Account, rows: ServiceStore['uploads'], added: number): void {
  if (plan.uploadBytes === null || rows.bytesOf(id) + added <= plan.uploadBytes) return
  throw new ServiceError(
    403,
    `Your uploads would take more than the ${plan.uploadBytes / 1e6} MB that the plan "${plan.title}" keeps at once. Delete uploads that are no longer needed, or wait: each goes after 24 hours.`,
  )
}

function findRow({ rows, now }: Parts, account: Account, uploadId: string): UploadRow {
  const row = /^[A-Za-z0-9]{32}$/.test(uploadId) ? rows.find(account.id, uploadId) : undefined
  if (row === undefined)
    throw new ServiceError(
      404,
      'There is no upload with this id. Upload the picture first and use the id from the answer.',
    )
  if (row.goneMs !== null || row.expiresMs <= now()) throw gone()
  return row
}

async function holdKept(parts: Parts, account: Account, uploadId: string): Promise<HeldPicture> {
  const { id, file, bytes, pictureId } = findRow(parts, account, uploadId)
  const release = parts.files.hold(file)
  const path = parts.files.pathOf(file)
  const facts = await stat(path).catch(() => null)
  if (facts?.size === bytes) return { path, pictureId, release }
  await release()
  await giveUp(parts, { id, file })
  throw gone()
}

/** Someone deleted the file, or a power cut took its last bytes: the client has to send it again. */
async function giveUp({ rows, files, log, now }: Parts, { id, file }: { id: string; file: string }): Promise<void> {
  if (!rows.markGone(id, now())) return // it was deleted while it was looked for
  log.warn('the file of an upload is missing or cut off', { file })
  await files.remove(file)
}

async function addOrUndo(add: () => void, undo: () => Promise<void>): Promise<void> {
  try {
    add()
  } catch (error) {
    await undo()
    throw error
  }
}

const gone = () =>
  new ServiceError(410, 'The upload with this id was deleted or is older than 24 hours. Upload the picture again.')

function startSweeping({ rows, files, log, now }: Parts) {
  let sweeping: Promise<void> | null = null
  const sweepOnce = async () => {
    for (const { id, file } of rows.expired(now())) {
      rows.markGone(id, now())
      await files.remove(file)
    }
    rows.forgetBefore(now() - MEMORY_MS)
  }
  const sweep = (): Promise<void> => (sweeping ??= sweepOnce().finally(() => (sweeping = null)))
  const timer = setInterval(
    () =>
      void sweep().catch((error: unknown) =>
        log.error('expired uploads could not be deleted; it is tried again in an hour', { error }),
      ),
    HOUR_MS,
  )
  timer.unref()
  return {
    sweep,
    async close(): Promise<void> {
      clearInterval(timer)
      await sweeping?.catch(() => {}) // logged by the timer
    },
  }
}
