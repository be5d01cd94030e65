import { readFileSync, rmSync } from 'node:fs'
import type { Db } from './connect.ts'
import { latestVersion, type DatabaseDescription } from './database-description.ts'
import type { Migration } from './migration.ts'
import { makeOwnerOnly } from './owner-only.ts'

/** The version of the layout of an open database; 0 in a new file. */
export const versionOf = (db: Db): number => db.pragma('user_version', { simple: true }) as number

/**
 * Creates a new database, or updates one to the last migration, each in a transaction. A file with content is copied
 * first.
 */
export function migrate(db: Db, description: DatabaseDescription): void {
  const before = versionOf(db)
  if (before >= latestVersion(description)) return
  if (before > 0 && description.isCopied !== true) copyWhole(db, backupPath(description.path, before))
  db.pragma('foreign_keys = OFF') // rebuilding a table would otherwise delete its children
  if (before === 0 && description.schema) makeNew(db, description.schema, description.applicationId)
  for (const migration of description.migrations) runOne(db, migration, description.applicationId)
  db.pragma('foreign_keys = ON')
}

function makeNew(db: Db, schema: URL, applicationId: number) {
  const sql = readFileSync(schema, 'utf8')
  const run = db.transaction(() => {
    if (versionOf(db) > 0) return
    db.exec(sql)
    db.pragma(`application_id = ${applicationId}`)
  })
  run.exclusive()
}

/** Another process may open the same file at the same moment, so the version is checked again under the lock. */
function runOne(db: Db, migration: Migration, applicationId: number) {
  const run = db.transaction(() => {
    if (versionOf(db) >= migration.version) return
    migration.up(db)
    const broken = db.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0)
      throw new Error(`Migration ${migration.version} leaves ${broken.length} rows that point nowhere.`)
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${migration.version}`)
  })
  run.exclusive()
}

/** Copies a database at one moment, whatever other processes do. */
function copyWhole(db: Db, path: string) {
  rmSync(path, { force: true })
  makeOwnerOnly(path) // an empty file is taken for a new one
  db.prepare('VACUUM INTO ?').run(path)
}

/** Path of the copy from before a migration, with the version in its name. */
export const backupPath = (path: string, version: number): string =>
  path.replace(/\.db$/, `.before-migration-${version}.db`)
