import { say } from '../../../contract/sentences/say.ts'
import { existsSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'
import type { Backup, Backups as BackupList, RestoreRequest } from '../../../contract/library/backups.ts'
import { finishReplacing } from '../../../base/sqlite/replace-database.ts'
import { catalogPath } from '../../catalog/database/library-database.ts'
import type { Log } from '../../host/log.ts'
import { LibraryFile } from '../../library-file/library-file.ts'
import { acquireLibraryLock } from '../lock/library-lock.ts'
import type { BackupFolder } from './backup-folder.ts'
import { backupFolderOf } from './backup-folder-of.ts'
import { Backups } from './backups.ts'
import { toBackup } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { readRestoreRequest } from './restore-request.ts'

/** The backups of a library that this process has not opened: its catalogue may be missing, or open elsewhere. */
export class OfflineBackups {
  readonly #libraryDir: string
  readonly #log: Log
  readonly #file: LibraryFile
  readonly #folder: BackupFolder

  constructor(libraryDir: string, log: Log) {
    this.#libraryDir = libraryDir
    this.#log = log
    this.#file = new LibraryFile(libraryDir, log)
    this.#folder = backupFolderOf(libraryDir, this.#file.content)
  }

  async list(): Promise<BackupList> {
    const backups = (await this.#folder.list()).map(toBackup)
    return { folder: this.#folder.path, backups, restoring: readRestoreRequest(this.#libraryDir)?.id ?? null }
  }

  /** The database file of a backup. */
  fileOf(id: string): string {
    return this.#folder.fileOf(id)
  }

  /** Makes a backup, also while another process has the library open. */
  async make(): Promise<Backup> {
    const path = catalogPath(this.#libraryDir)
    if (!existsSync(path)) throw new AppError('bad-params', say('backups.noLibrary', { path: this.#libraryDir }))
    const folder = () => this.#folder.path
    const upgrade = () => this.#file.content?.upgrade ?? null
    const backups = new Backups({ catalogPath: path, folder, upgrade, log: this.#log, now: Date.now })
    return toBackup(await backups.take('asked'))
  }

  /** Restores a backup at once. Throws `library-in-use` while a process has the library open. */
  async restore({ id, withNewerEdits }: RestoreRequest, owner: string): Promise<void> {
    const lock = acquireLibraryLock(this.#libraryDir, { owner })
    try {
      finishReplacing(catalogPath(this.#libraryDir))
      const lastPhoto = this.#file.content?.lastPhoto ?? 0
      const about = { libraryDir: this.#libraryDir, folder: this.#folder, lastPhoto, log: this.#log, now: Date.now }
      await restoreBackup({ ...about, id, withNewerEdits })
    } finally {
      lock.release()
    }
  }
}
