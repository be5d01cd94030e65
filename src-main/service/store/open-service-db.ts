import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../contract/errors.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrations/migration.ts'
import { migrations as all } from './migrations/migrations.ts'

export type Db = Database.Database

/** Marks an SQLite file as the data of this service: the letters "LmSv". */
export const APPLICATION_ID = 0x4c6d5376

/** A file up to this size is checked whole when it is opened, which takes some milliseconds. */
const CHECKED_BYTES = 64 * 1024 * 1024

/** The database file in a service's data folder. */
export const databasePath = (folder: string): string => join(folder, 'service.db')

/**
 * Opens service.db in a folder, made or migrated where needed. Several processes may have it open; what only one may do
 * is guarded by
 * `takeServiceFolder`. Throws `library-too-new` or `library-damaged` before anything is changed.
 */
export function openServiceDb(folder: string, migrations: readonly Migration[] = all): Db {
  mkdirSync(folder, { recursive: true })
  const path = databasePath(folder)
  const db = openFile(path)
  try {
    refuseForeign(db, path, migrations.at(-1)?.version ?? 0)
    checkContent(db, path)
    tune(db)
    migrate(db, path, migrations)
    return db
  } catch (error) {
    db.close()
    throw error instanceof AppError ? error : damaged(path, error)
  }
}

function openFile(path: string): Db {
  try {
    return new Database(path, { timeout: 5000 })
  } catch (error) {
    throw new AppError(
      'library-damaged',
      `The service's data file ${path} cannot be opened (${(error as Error).message}). Check that it is a file and that it may be written.`,
      { cause: error },
    )
  }
}

function refuseForeign(db: Db, path: string, latest: number) {
  const version = db.pragma('user_version', { simple: true }) as number
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number
  if (tables > 0 && db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw new AppError('library-damaged', `${path} is a database of another program. Choose another data folder.`)
  if (version > latest)
    throw new AppError(
      'library-too-new',
      `${path} was made by a newer version of this program (${version}; this one knows up to ${latest}). Update the program, or choose another data folder.`,
    )
}

function checkContent(db: Db, path: string) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > CHECKED_BYTES) return
  const finding = db.pragma('quick_check(1)', { simple: true }) as string
  if (finding !== 'ok') throw damaged(path, new Error(finding))
}

/**
 * A commit is a write without a flush: it survives the end of the process at once and a power cut after a moment; see
 * `durably`.
 */
function tune(db: Db) {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('journal_size_limit = 67108864')
}

/** Runs changes whose commit is flushed to the disk before this returns. */
export function durably<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = FULL')
  try {
    return db.transaction(work).immediate()
  } finally {
    db.pragma('synchronous = NORMAL')
  }
}

const damaged = (path: string, cause: unknown) =>
  new AppError(
    'library-damaged',
    `The service's data file ${path} cannot be read (${(cause as Error).message}). Put back a backup of it, or move it away and create the accounts again.`,
    { cause },
  )
