import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Mutex } from 'async-mutex'
import { AppError, isDiskFull } from '../../../contract/errors.ts'
import type { BackupReason } from '../../../contract/library/backups.ts'
import type { DatabaseCopy } from '../../../base/sqlite/database-task.ts'
import { runDatabaseTask } from '../../../base/sqlite/run-database-task.ts'
import { infoQueries, toCatalogInfo } from '../rows/catalog-info.ts'
import type { Log } from '../../host/log.ts'
import { BackupFolder } from './backup-folder.ts'
import { chooseExpired, isHeldByUpgrade, type Upgrade } from './choose-expired.ts'
import type { Snapshot } from './manifest.ts'
import { readRestoreRequest } from './restore-request.ts'
import { bytesOfCopy, freeBytes, hasRoomFor } from './room.ts'

export type BackupsOptions = {
  /** The catalogue's file. */
  catalogPath: string
  /** Where backups are now; it may change while the library is open. */
  folder(): string
  /** The last upgrade of the catalogue's layout, whose copy may have to stay; null if there was none. */
  upgrade(): Upgrade | null
  log: Pick<Log, 'info' | 'warn'>
  now(): number
  /** Queries for the manifest; by default those of the present layout. */
  queries?: Readonly<Record<keyof typeof infoQueries, string>>
  /** Lets the file be read by a thread; called before each copy. */
  shareFile?(): void
  /** The copy showed that the catalogue is damaged, in SQLite's words. */
  onDamage?(findings: readonly string[]): void
  /** A backup was made or removed. */
  onChange?(backups: readonly Snapshot[]): void
}

type Taking = { reason: BackupReason; note: Text | null; onBegun(): void }

/** Creates backups of a catalogue, open or not, one at a time, and deletes expired ones. */
export class Backups {
  readonly #options: BackupsOptions
  readonly #mutex = new Mutex()
  readonly #closing = new AbortController()

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  get folder(): BackupFolder {
    return new BackupFolder(this.#options.folder())
  }

  /** The newest first. */
  list(): Promise<Snapshot[]> {
    return this.folder.list()
  }

  /**
   * Creates a backup and checks it; `note` is a short reason; `onBegun` is called once later changes are no longer in
   * it. Throws `disk-full` if there is no room beside those that must stay, and `library-damaged` if the catalogue is
   * damaged: such a copy is deleted.
   */
  take(reason: BackupReason, note: Text | null = null, onBegun = () => {}): Promise<Snapshot> {
    return this.#mutex.runExclusive(async () => {
      const { now, log, onChange } = this.#options
      const { folder } = this
      await folder.sweep(now())
      await this.#makeRoom(folder)
      const snapshot = await this.#copy(folder, { reason, note, onBegun })
      log.info('A backup was made', { id: snapshot.id, bytes: snapshot.bytes, reason })
      await this.#removeExpired(folder)
      onChange?.(await folder.list())
      return snapshot
    })
  }

  /** Before a large change. Does nothing if the newest backup has the same `mark`. */
  async before(note: Text, mark: string): Promise<void> {
    const newest = (await this.list())[0]
    if (newest?.mark !== mark) await this.take('before', note)
  }

  /** Resolves when no backup is being made. */
  async settled(): Promise<void> {
    await this.#mutex.waitForUnlock()
  }

  /** Ends a backup that is being made. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#mutex.waitForUnlock()
  }

  async #copy(folder: BackupFolder, { reason, note, onBegun }: Taking): Promise<Snapshot> {
    const { catalogPath, now, shareFile, queries = infoQueries } = this.#options
    shareFile?.()
    const at = new Date(now())
    const { id, partial } = await folder.begin(at, reason)
    try {
      const task = { kind: 'copy', from: catalogPath, to: partial, figures: queries } as const
      const copy = await runDatabaseTask<'copy'>(task, { signal: this.#closing.signal, onBegun })
      if (copy.damage.length > 0) this.#refuseDamaged(copy)
      const { bytes, sha256 } = copy
      const about = { format: 1, at: at.toISOString(), reason, note, bytes, sha256 } as const
      const manifest = { ...about, ...toCatalogInfo(copy.figures) }
      await folder.keep(id, partial, manifest)
      return { ...manifest, id }
    } catch (error) {
      for (const end of ['', '-journal', '-wal', '-shm']) await rm(partial + end, { force: true })
      if (!isDiskFull(error) || error instanceof AppError) throw error
      throw await this.#noRoom(folder, error)
    }
  }

  #refuseDamaged({ damage }: DatabaseCopy): never {
    this.#options.onDamage?.(damage)
    const [reason = ''] = damage
    throw new AppError('library-damaged', say('backups.notMade', { path: this.#options.catalogPath, reason }))
  }

  /**
   * Deletes earlier backups, the oldest first, if a new one would leave the disk without room; the newest stays, and so
   * do the copy from before an upgrade and one that is to be restored.
   */
  async #makeRoom(folder: BackupFolder): Promise<void> {
    const needed = await bytesOfCopy(this.#options.catalogPath)
    const { now, upgrade } = this.#options
    const others = (await folder.list()).slice(1)
    const mayGo = others.filter(({ id }) => !isHeldByUpgrade(id, upgrade(), now()) && !this.#isRequested(id))
    const oldestFirst = mayGo.toReversed()
    while (!(await hasRoomFor(needed, folder.path))) {
      const oldest = oldestFirst.shift()
      if (oldest === undefined) throw await this.#noRoom(folder)
      this.#options.log.warn('A backup was removed for want of room', { id: oldest.id })
      await folder.remove(oldest.id)
    }
  }

  async #noRoom(folder: BackupFolder, cause?: unknown): Promise<AppError> {
    const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
    const needed = gigabytes(await bytesOfCopy(this.#options.catalogPath))
    const free = gigabytes(await freeBytes(folder.path))
    return new AppError('disk-full', say('errors.backupNoRoom', { path: folder.path, needed, free }), { cause })
  }

  async #removeExpired(folder: BackupFolder): Promise<void> {
    const { now, upgrade } = this.#options
    const expired = chooseExpired(await folder.list(), now(), upgrade())
    for (const { id } of expired) if (!this.#isRequested(id)) await folder.remove(id)
  }

  /** Whether it is to be restored when the library is next opened. */
  #isRequested(id: string): boolean {
    return readRestoreRequest(dirname(this.#options.catalogPath))?.id === id
  }
}
