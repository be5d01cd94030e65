import { join } from 'node:path'
import { BackupFolder } from './backup-folder.ts'

/** Where a library's backups lie: in a folder that the person chose, else in the library's own. */
export const backupFolderOf = (libraryDir: string, content: { backupFolder: string | null } | null): BackupFolder =>
  new BackupFolder(content?.backupFolder ?? join(libraryDir, 'backups'))
