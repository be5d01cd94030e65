import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { join } from 'node:path'
import type { Db } from '../../../base/sqlite/connect.ts'
import { holdLock } from '../../../base/sqlite/hold-lock.ts'
import { openDatabase } from '../../../base/sqlite/open-database.ts'
import { migrations } from './migrations.ts'

/** The letters "LmIx". */
const APPLICATION_ID = 0x4c6d4978

/** The database file in a folder of indexes. */
export const databasePath = (folder: string): string => join(folder, 'indexes.db')

/**
 * Locks the folder for this process and opens indexes.db. Throws `library-in-use`, `library-too-new` or
 * `library-damaged`.
 */
export function openIndexDb(folder: string): { db: Db; close(): void } {
  const lock = holdLock({
    path: join(folder, 'indexes.lock'),
    name: 'another program',
    refusal: (owner) => `The indexes in ${folder} are in use by ${inEnglish(owner)}. Close it first.`,
  })
  try {
    const db = openDb(databasePath(folder))
    return { db, close: () => (db.close(), lock.release()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

const openDb = (path: string): Db =>
  openDatabase({
    path,
    applicationId: APPLICATION_ID,
    migrations,
    synchronous: 'FULL', // a change that was accepted survives a power cut
    words: {
      newer: (version, latest) =>
        `${path} was made by a newer version of this program (${version}; this one knows up to ${latest}). Update the program, or choose another folder.`,
      foreign: `${path} is a database of another program. Choose another folder.`,
      damaged: (reason) =>
        `The indexes file ${path} cannot be read (${inEnglish(reason)}). Put back a backup of it, or move it away and save the entries again.`,
      full: `The disk of the indexes file ${path} is full, so that nothing can be saved. Free some space.`,
      failing: (reason) =>
        `The indexes file ${path} cannot be read or written now (${inEnglish(reason)}). Check its disk, and close other programs that use it.`,
    },
  })
