import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, AppError, stackOf } from '../../../contract/errors.ts'
import type { Backup, Backups as BackupList, RestoreRequest } from '../../../contract/library/backups.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { catalogPath } from '../../catalog/database/library-database.ts'
import type { EventHub } from '../../events/event-hub.ts'
import type { Log } from '../../host/log.ts'
import type { LibraryContent } from '../../library-file/library-file.ts'
import { backupFolderOf } from './backup-folder-of.ts'
import { Backups } from './backups.ts'
import { toBackup, type Snapshot } from './manifest.ts'
import { putRestoreRequest, readRestoreRequest, removeRestoreRequest } from './restore-request.ts'
import { isDue } from './is-due.ts'

export type LibraryBackupsDependencies = {
  libraryDir: string
  catalog: Pick<Catalog, 'edits' | 'info' | 'health' | 'shareFile'>
  libraryFile: {
    readonly content: Pick<LibraryContent, 'backupFolder' | 'upgrade'> | null
    setBackupFolder(folder: string | null): void
  }
  hub: Pick<EventHub, 'publish'>
  log: Log
  now?: () => number
}

const OFTEN_MS = 3_600_000

/** The backups of an open library: automatic ones, and those that a window or a command requests. */
export class LibraryBackups {
  readonly #dependencies: LibraryBackupsDependencies
  readonly #backups: Backups
  readonly #daily: DailyBackup
  /** The catalogue's mark when it was opened. */
  readonly #openedMark: string | null

  constructor(dependencies: LibraryBackupsDependencies) {
    const { libraryDir, libraryFile, catalog, log, now = Date.now } = dependencies
    this.#dependencies = dependencies
    this.#backups = new Backups({
      catalogPath: catalogPath(libraryDir),
      folder: () => backupFolderOf(libraryDir, libraryFile.content).path,
      upgrade: () => libraryFile.content?.upgrade ?? null,
      log,
      now,
      shareFile: () => catalog.shareFile(),
      onDamage: ([reason = '']) => catalog.health.noteDamage(reason),
      onChange: (snapshots) => this.#follow(snapshots),
    })
    this.#daily = new DailyBackup({ backups: this.#backups, mark: () => this.#mark(), log, now })
    this.#openedMark = this.#mark()
  }

  /** From now on a backup is made each day. */
  start(): void {
    this.#daily.start()
  }

  async describe(): Promise<BackupList> {
    const { path } = this.#backups.folder
    const backups = (await this.#backups.list()).map(toBackup)
    return { folder: path, backups, restoring: readRestoreRequest(this.#dependencies.libraryDir)?.id ?? null }
  }

  async now(): Promise<Backup> {
    return toBackup(await this.#backups.take('asked'))
  }

  /** Null if there is none. */
  async newest(): Promise<Backup | null> {
    const [newest] = await this.#backups.list()
    return newest === undefined ? null : toBackup(newest)
  }

  /** Whether a newest backup exists and has everything worth one. */
  async isUpToDate(): Promise<boolean> {
    const [newest] = await this.#backups.list()
    return newest !== undefined && newest.mark === this.#mark()
  }

  /** Call it before a large change, with a short reason. */
  before(note: Text): Promise<void> {
    return this.#backups.before(note, this.#dependencies.catalog.info().mark)
  }

  /**
   * Like `before`, for a change that a person waits for and can undo: resolves as soon as the backup has the present
   * moment, and never rejects. One in an hour is enough, since newer edits are replayed on a restored backup.
   */
  async beginBefore(note: Text): Promise<void> {
    const { log, now = Date.now } = this.#dependencies
    const mark = this.#mark()
    const [newest] = await this.#backups.list()
    const isRecent = newest !== undefined && Math.abs(now() - Date.parse(newest.at)) < OFTEN_MS
    if (mark === null || isRecent || newest?.mark === mark) return
    await new Promise<void>((resolve) => {
      this.#backups
        .take('before', note, resolve)
        .catch((error: unknown) =>
          log.warn('No backup could be made', { note: inEnglish(note), error: messageOf(error) }),
        )
        .finally(resolve)
    })
  }

  /** The backup replaces the catalogue when the library is next opened. Throws `backup-not-found`. */
  async restore(request: RestoreRequest): Promise<BackupList> {
    await this.#backups.folder.find(request.id)
    putRestoreRequest(this.#dependencies.libraryDir, request)
    return this.describe()
  }

  /** Takes a request to restore back. */
  keepPresent(): Promise<BackupList> {
    removeRestoreRequest(this.#dependencies.libraryDir)
    return this.describe()
  }

  /** Sets the folder for further backups; null is the library's own. Existing ones stay where they are. */
  async setFolder(folder: string | null): Promise<BackupList> {
    if (folder !== null) await mkdir(folder, { recursive: true })
    this.#dependencies.libraryFile.setBackupFolder(folder === null ? null : resolve(folder))
    return this.describe()
  }

  /** A command that changed something makes the day's backup when it ends. */
  async closeCommand(): Promise<void> {
    if (this.#mark() !== this.#openedMark) await this.#daily.checkDue()
    await this.#backups.settled()
    await this.close()
  }

  async close(): Promise<void> {
    this.#daily.close()
    await this.#backups.close()
  }

  /** Null while there is nothing to lose, or nothing sound to copy. */
  #mark(): string | null {
    const { catalog } = this.#dependencies
    if (catalog.health.condition() !== 'sound') return null
    const { photos, mark } = catalog.info()
    return photos === 0 ? null : mark
  }

  #follow(snapshots: readonly Snapshot[]): void {
    const { catalog, hub } = this.#dependencies
    const least = (numbers: number[]) => Math.min(...numbers)
    const held = least(snapshots.map(({ lastEdit }) => lastEdit))
    catalog.edits.beginFile(held, least(snapshots.map(({ lastPhoto }) => lastPhoto)))
    hub.publish({ type: 'backups.changed', backups: snapshots.map(toBackup) })
  }
}

const HOUR_MS = 3_600_000
/** The first windows and scans after opening go first. */
const FIRST_LOOK_MS = 60_000

type DailyBackupOptions = {
  backups: Pick<Backups, 'list' | 'take'>
  /** See `CatalogInfo`; null while there is nothing to lose. */
  mark(): string | null
  log: Pick<Log, 'warn' | 'error'>
  now(): number
}

/**
 * Creates a backup a day while a library is open and something changed: checks soon after the start and then each hour.
 * Its timers do not keep the process alive.
 */
class DailyBackup {
  readonly #options: DailyBackupOptions
  #first: NodeJS.Timeout | undefined
  #hourly: NodeJS.Timeout | undefined
  #checking: Promise<void> | null = null

  constructor(options: DailyBackupOptions) {
    this.#options = options
  }

  start(): void {
    this.#first = setTimeout(() => void this.checkDue(), FIRST_LOOK_MS).unref()
    this.#hourly = setInterval(() => void this.checkDue(), HOUR_MS).unref()
  }

  /** Creates the backup if it is due. Never rejects: problems are in the log. */
  checkDue(): Promise<void> {
    this.#checking ??= this.#checkDue().finally(() => (this.#checking = null))
    return this.#checking
  }

  close(): void {
    clearTimeout(this.#first)
    clearInterval(this.#hourly)
  }

  async #checkDue(): Promise<void> {
    const { backups, mark, log, now } = this.#options
    try {
      const present = mark()
      if (present === null || !isDue((await backups.list())[0], present, now())) return
      await backups.take('daily')
    } catch (error) {
      if ((error as Error).name === 'AbortError') return // the library is closing
      if (error instanceof AppError) log.warn('No backup could be made', { error: messageOf(error) })
      else log.error('No backup could be made', { error: stackOf(error) })
    }
  }
}
