import { copyFileSync, constants } from 'node:fs'
import type { Migration } from '../migrations/migration.ts'
import type { Db } from './connection.ts'
import { APPLICATION_ID } from './file-version.ts'

/**
 * Brings a catalogue up to the last migration, each in a transaction, after a copy of an existing file.
 * Runs without a write-ahead log, so that the version in the file's first page is the true one after any crash
 * and the copy is whole.
 */
export function migrate(db: Db, path: string, version: number | null, migrations: readonly Migration[]) {
  db.pragma('journal_mode = DELETE')
  if (version) copyFileSync(path, backupPath(path, version), constants.COPYFILE_FICLONE)
  db.pragma('foreign_keys = OFF') // a table that is rebuilt would otherwise take its children along
  for (const migration of migrations.filter((each) => each.version > (version ?? 0))) runOne(db, migration)
}

function runOne(db: Db, migration: Migration) {
  const run = db.transaction(() => {
    migration.up(db)
    const broken = db.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0)
      throw new Error(`Migration ${migration.version} leaves ${broken.length} rows that point nowhere.`)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${migration.version}`)
  })
  run.exclusive()
}

/** Where the copy from before a migration lies, named by the version it holds. */
export const backupPath = (path: string, version: number) => path.replace(/\.db$/, `.before-migration-${version}.db`)
