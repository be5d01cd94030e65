import { join } from 'node:path'
import { BackupFolder } from './backup-folder.ts'

/** The folder of a library's backups: chosen by the person, else in the library's own. */
export const backupFolderOf = (libraryDir: string, content: { backupFolder: string | null } | null): BackupFolder =>
  new BackupFolder(content?.backupFolder ?? join(libraryDir, 'backups'))
