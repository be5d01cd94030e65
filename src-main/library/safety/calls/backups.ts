import type { LibraryBackups } from '../backup/library-backups.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type BackupHandlersDependencies = {
  backups: Pick<LibraryBackups, 'describe' | 'now' | 'restore' | 'keepPresent'>
}

/** Handlers of `backups.*`. */
export function backupHandlers(os: LibraryImplementer, { backups }: BackupHandlersDependencies) {
  return {
    list: os.backups.list.handler(() => backups.describe()),
    now: os.backups.now.handler(() => backups.now()),
    restore: os.backups.restore.handler(({ input }) => backups.restore(input)),
    keepPresent: os.backups.keepPresent.handler(() => backups.keepPresent()),
  }
}
