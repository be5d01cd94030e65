import { isReplacing } from '../../../base/sqlite/replace-database.ts'
import { messageOf } from '../../../contract/errors.ts'
import { catalogPath } from '../../catalog/database/library-database.ts'
import type { Log } from '../../host/log.ts'
import { backupFolderOf } from './backup-folder-of.ts'
import { restoreBackup, sweepRestore } from './restore-backup.ts'
import { readRestoreRequest, removeRestoreRequest } from './restore-request.ts'

type KnownLibrary = { content: { backupFolder: string | null; lastPhoto: number } | null }

/**
 * Restores the backup that a window requested, if any; the library is locked and not open yet. If that fails, also
 * on a full or failing disk, the library stays unchanged, and the log has the reason.
 */
export async function carryOutRestore(libraryDir: string, { content }: KnownLibrary, log: Log): Promise<void> {
  const request = readRestoreRequest(libraryDir)
  if (request === null) return
  const folder = backupFolderOf(libraryDir, content)
  try {
    await restoreBackup({ libraryDir, folder, ...request, lastPhoto: content?.lastPhoto ?? 0, log, now: Date.now })
  } catch (error) {
    if (isReplacing(catalogPath(libraryDir))) throw error // between two catalogues: the next start continues
    await sweepRestore(libraryDir)
    log.error('The backup was not restored', { id: request.id, error: messageOf(error) })
  }
  removeRestoreRequest(libraryDir)
}
