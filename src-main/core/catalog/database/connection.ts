import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../../../contract/errors.ts'
import type { Migration } from '../migrations/migration.ts'
import { namingDamage } from './damage.ts'
import { readFileVersion } from './file-version.ts'
import { migrate } from './migrate.ts'

export type Db = Database.Database

/**
 * Opens library.db, made or migrated where needed; throws `library-too-new` or `library-damaged` before touching
 * anything.
 */
export function openLibraryDb(path: string, migrations: readonly Migration[]): Db {
  mkdirSync(dirname(path), { recursive: true })
  const version = readFileVersion(path)
  const latest = migrations.at(-1)?.version ?? 0
  if (version !== null && version > latest) throw new AppError('library-too-new', tooNew(path, version, latest))
  return namingDamage(path, () => {
    const db = new Database(path, { timeout: 5000 })
    try {
      if ((version ?? 0) < latest) migrate(db, path, version, migrations)
      tune(db)
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

/**
 * Settings of a connection; a commit is a write without a flush, so that a power cut may lose the last moments but
 * never order.
 */
export function tune(db: Db) {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('cache_size = -32000')
  db.pragma('mmap_size = 67108864') // counts as memory of the process once read, so it stays small
  db.pragma('journal_size_limit = 67108864')
}

const tooNew = (path: string, version: number, latest: number) =>
  `The library ${dirname(path)} was made by a newer Lumafold (catalogue version ${version}; this program knows up to ${latest}). Update Lumafold, or choose another library folder.`
