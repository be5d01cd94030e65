import { rmSync } from 'node:fs'
import type { Migration } from './migrations/migration.ts'
import { APPLICATION_ID, type Db } from './open-service-db.ts'

/** Brings service.db up to the last migration, each in a transaction, after a copy of a file that holds something. */
export function migrate(db: Db, path: string, migrations: readonly Migration[]) {
  const before = versionOf(db)
  const pending = migrations.filter(({ version }) => version > before)
  if (pending.length === 0) return
  if (before > 0) copyWhole(db, backupPath(path, before))
  db.pragma('foreign_keys = OFF') // a table that is rebuilt would otherwise take its children along
  for (const migration of pending) runOne(db, migration)
  db.pragma('foreign_keys = ON')
}

/** Another process may open the same new file at the same moment, so the version is looked at again under the lock. */
function runOne(db: Db, migration: Migration) {
  const run = db.transaction(() => {
    if (versionOf(db) >= migration.version) return
    migration.up(db)
    const broken = db.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0)
      throw new Error(`migration ${migration.version} leaves ${broken.length} rows that point nowhere`)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${migration.version}`)
  })
  run.exclusive()
}

function copyWhole(db: Db, path: string) {
  rmSync(path, { force: true })
  db.prepare('VACUUM INTO ?').run(path)
}

const versionOf = (db: Db) => db.pragma('user_version', { simple: true }) as number

/** Where the copy from before a migration lies, named by the version it holds. */
export const backupPath = (path: string, version: number): string =>
  path.replace(/\.db$/, `.before-migration-${version}.db`)
