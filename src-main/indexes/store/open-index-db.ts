import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../contract/errors.ts'
import { APPLICATION_ID, schema, SCHEMA_VERSION } from './schema.ts'

export type Db = Database.Database

/** The database file in a folder of indexes. */
export const databasePath = (folder: string): string => join(folder, 'indexes.db')

/**
 * Takes the folder for this process and opens indexes.db. Throws `library-in-use`, `library-too-new` or
 * `library-damaged`.
 */
export function openIndexDb(folder: string): { db: Db; close(): void } {
  mkdirSync(folder, { recursive: true })
  const lock = takeFolder(folder)
  try {
    const db = openDb(databasePath(folder))
    return { db, close: () => (db.close(), lock.close()) }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** An open transaction on a file of its own is a lock that the system frees however the process ends. */
function takeFolder(folder: string): Db {
  const lock = new Database(join(folder, 'indexes.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw new AppError('library-in-use', `The indexes in ${folder} are open in another process. Close it first.`, {
      cause: error,
    })
  }
}

function openDb(path: string): Db {
  const db = new Database(path, { timeout: 5000 })
  try {
    refuseForeign(db, path)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL') // an alteration that was accepted survives a power cut
    db.pragma('journal_size_limit = 67108864')
    if (db.pragma('user_version', { simple: true }) === 0) create(db)
    return db
  } catch (error) {
    db.close()
    if (error instanceof AppError) throw error
    throw new AppError(
      'library-damaged',
      `The indexes file ${path} cannot be read (${(error as Error).message}). Put back a backup of it, or move it away and save the entries again.`,
      { cause: error },
    )
  }
}

function refuseForeign(db: Db, path: string) {
  const version = db.pragma('user_version', { simple: true }) as number
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number
  if (tables > 0 && db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw new AppError('library-damaged', `${path} is a database of another program. Choose another folder.`)
  if (version > SCHEMA_VERSION)
    throw new AppError(
      'library-too-new',
      `${path} was made by a newer version of this program (${version}; this one knows up to ${SCHEMA_VERSION}). Update the program, or choose another folder.`,
    )
}

function create(db: Db) {
  db.transaction(() => {
    db.exec(schema)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  }).exclusive()
}
