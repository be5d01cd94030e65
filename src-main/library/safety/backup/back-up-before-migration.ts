import { say } from '../../../contract/sentences/say.ts'
import { readFileHeader } from '../../../base/sqlite/file-header.ts'
import { latestVersion } from '../../../base/sqlite/database-description.ts'
import { catalogLayout } from '../../catalog/catalog-layout.ts'
import { libraryDatabase } from '../../catalog/database/library-database.ts'
import { anyLayoutQueries } from '../rows/catalog-info.ts'
import type { Log } from '../../host/log.ts'
import type { LibraryContent, LibraryFile } from '../../library-file/library-file.ts'
import { backupFolderOf } from './backup-folder-of.ts'
import { Backups } from './backups.ts'
import type { Snapshot } from './manifest.ts'

/**
 * Creates a backup of a catalogue of an earlier version before its layout changes; nothing has it open. A catalogue
 * that an interrupted upgrade left between two layouts gets none: the copy from before that upgrade is the one to
 * restore. A file that cannot be a catalogue is left to its opener. Throws like `Backups.take`: a damaged catalogue is
 * not changed.
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
  libraryFile.noteUpgrade(await backups.take('migration', say('backups.layout', { version: header.version })))
}

/** Whether an unfinished upgrade changed the layout of the catalogue, and its copy still exists. */
function isBetweenLayouts(content: LibraryContent | null, version: number, backups: readonly Snapshot[]): boolean {
  const upgrade = content?.upgrade
  if (!content || upgrade?.endedAt !== null || content.version >= version) return false
  return backups.some(({ id }) => id === upgrade.backup)
}
