import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { join } from 'node:path'
import type { Db } from '../../../base/sqlite/connect.ts'
import type { Migration } from '../../../base/sqlite/migration.ts'
import { openDatabase } from '../../../base/sqlite/open-database.ts'
import { migrations as all } from './migrations/migrations.ts'

/** The letters "LmSv". */
const APPLICATION_ID = 0x4c6d5376

/** A file up to this size is checked completely when it is opened, which takes a few milliseconds. */
const CHECKED_BYTES = 64 * 1024 * 1024

/** The database file in a service's data folder. */
export const databasePath = (folder: string): string => join(folder, 'service.db')

/**
 * Opens service.db in a folder, and creates or migrates it if needed. Several processes may have it open;
 * `takeServiceFolder` guards what only one may do. A commit survives the end of the process at once, and a power cut
 * after a moment; see `durably`. Throws `library-too-new` or `library-damaged` before anything is changed.
 */
export function openServiceDb(folder: string, migrations: readonly Migration[] = all): Db {
  const path = databasePath(folder)
  return openDatabase({
    path,
    applicationId: APPLICATION_ID,
    migrations,
    synchronous: 'NORMAL',
    checkedBytes: CHECKED_BYTES,
    words: {
      newer: (version, latest) =>
        `${path} was made by a newer version of this program (${version}; this one knows up to ${latest}). Update the program, or choose another data folder.`,
      foreign: `${path} is a database of another program. Choose another data folder.`,
      damaged: (reason) =>
        `The service's data file ${path} cannot be read (${inEnglish(reason)}). Put back a backup of it, or move it away and create the accounts again.`,
      full: `The disk of the service's data folder ${folder} is full, so that nothing can be saved. Free some space.`,
      failing: (reason) =>
        `The service's data file ${path} cannot be read or written now (${inEnglish(reason)}). Check its disk, and close other programs that use it.`,
    },
  })
}
