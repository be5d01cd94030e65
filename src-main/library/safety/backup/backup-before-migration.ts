import { readFileHeader } from '../../../base/sqlite/file-header.ts'
import { latestVersion } from '../../../base/sqlite/database-description.ts'
import { catalogLayout } from '../../catalog/catalog-layout.ts'
import { libraryDatabase } from '../../catalog/database/library-database.ts'
import { anyLayoutQueries } from '../rows/summary/catalog-info.ts'
import type { Log } from '../../host/log.ts'
import type { LibraryContent, LibraryFile } from '../../library-file/library-file.ts'
import { backupFolderOf } from './backup-folder-of.ts'
import { Backups } from './backups.ts'
import type { Snapshot } from './manifest.ts'

/**
 * Makes a backup of a catalogue that an earlier version of the program left, before its layout is changed; nothing has
 * it open. None is made of a catalogue that an upgrade left between two layouts when it was cut off: the copy that the
 * upgrade began with stays the one to go back to. A file that cannot be a catalogue is left to whoever opens it. Throws
 * as `Backups.take` does: a damaged catalogue is not changed.
 */
export async function backUpBeforeMigration(
  libraryDir: string,
  libraryFile: LibraryFile,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const library = libraryDatabase(libraryDir, catalogLayout())
  const header = readFileHeader(library.path)
  if (header === null || !header.isSqlite || header.isCutOff || header.applicationId !== library.applicationId) return
  if (header.version === 0 || header.version >= latestVersion(library)) return
  const folder = backupFolderOf(libraryDir, libraryFile.content)
  const backups = new Backups({
    catalogPath: library.path,
    folder: () => folder.path,
    upgrade: () => libraryFile.content?.upgrade ?? null,
    queries: anyLayoutQueries,
    log,
    now: Date.now,
  })
  if (isBetweenLayouts(libraryFile.content, header.version, await backups.list())) return
  libraryFile.noteUpgrade(await backups.take('migration', `version ${header.version}`))
}

/** Whether an upgrade that has not ended brought the catalogue beyond the layout of its copy, which is still there. */
function isBetweenLayouts(content: LibraryContent | null, version: number, backups: readonly Snapshot[]): boolean {
  const upgrade = content?.upgrade
  if (!content || upgrade?.endedAt !== null || content.version >= version) return false
  return backups.some(({ id }) => id === upgrade.backup)
}
