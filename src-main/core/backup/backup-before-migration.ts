import { readFileHeader } from '../../sqlite/file-header.ts'
import { latestVersion } from '../../sqlite/database-description.ts'
import { catalogLayout } from '../catalog/catalog-layout.ts'
import { libraryDatabase } from '../catalog/database/library-database.ts'
import { anyLayoutFacts } from '../catalog/summary/catalog-facts.ts'
import type { Log } from '../host/log.ts'
import type { BackupFolder } from './backup-folder.ts'
import { Backups } from './backups.ts'

/**
 * Makes a backup of a catalogue that an earlier version of the program left, before its layout is changed; nothing has
 * it open. A file that cannot be that is left to whoever opens it. Throws as `Backups.take` does: a damaged catalogue
 * is not changed.
 */
export async function backUpBeforeMigration(
  libraryDir: string,
  folder: BackupFolder,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const library = libraryDatabase(libraryDir, catalogLayout())
  const header = readFileHeader(library.path)
  if (header === null || !header.isSqlite || header.isCutOff || header.applicationId !== library.applicationId) return
  if (header.version === 0 || header.version >= latestVersion(library)) return
  const options = { catalogPath: library.path, folder: () => folder.path, facts: anyLayoutFacts, log, now: Date.now }
  await new Backups(options).take('migration', `version ${header.version}`)
}
