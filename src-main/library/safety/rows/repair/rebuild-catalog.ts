import { existsSync, rmSync } from 'node:fs'
import type { Db } from '../../../../base/sqlite/connect.ts'
import type { DatabaseDescription } from '../../../../base/sqlite/database-description.ts'
import { findDamage } from '../../../../base/sqlite/find-damage.ts'
import { flushFile } from '../../../../base/sqlite/flush-file.ts'
import { keepStatements } from '../../../../base/sqlite/keep-statements.ts'
import { openDatabase } from '../../../../base/sqlite/open-database.ts'
import { replaceDatabase } from '../../../../base/sqlite/replace-database.ts'
import { derivedTables } from './derived-tables.ts'
import { renewDenormalisedRow } from '../../../catalog/denormalised/denormalised-rows.ts'
import { fillFullText } from '../../../metadata/rows/renew-full-text.ts'

/**
 * Rebuilds a catalogue whose indexes or derived tables are damaged: every other row is copied into a new file,
 * everything else is derived from those, and the damaged file is set aside. No connection may be open. Throws SQLite's
 * error, and changes nothing, if a row cannot be read.
 */
export function rebuildCatalog(library: DatabaseDescription): void {
  const fresh = library.path.replace(/\.db$/, '.rebuilding.db')
  removeDatabase(fresh)
  const db = keepStatements(openDatabase({ ...library, path: fresh }))
  try {
    db.pragma('foreign_keys = OFF')
    db.prepare('ATTACH ? AS damaged').run(library.path)
    db.transaction(() => copyRows(db))()
    db.exec('DETACH damaged')
    db.transaction(() => {
      fillFullText(db)
      fillDenormalisedRows(db)
    })()
    requireSound(db)
    db.pragma('journal_mode = DELETE')
  } catch (error) {
    db.close()
    removeDatabase(fresh)
    throw error
  }
  db.close()
  flushFile(fresh)
  replaceDatabase(library.path, fresh, freeName(library.path))
}

/** Triggers are for changes by a program, not for copied rows. */
function copyRows(db: Db): void {
  const triggers = db.prepare<[], { name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  )
  const kept = triggers.all()
  for (const { name } of kept) db.exec(`DROP TRIGGER "${name}"`)
  for (const table of tablesOf(db)) copyTable(db, table)
  db.exec(
    'DELETE FROM main.sqlite_sequence; INSERT INTO main.sqlite_sequence SELECT name, seq FROM damaged.sqlite_sequence',
  )
  for (const { sql } of kept) db.exec(sql)
}

function copyTable(db: Db, table: string): void {
  const columns = db
    .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .pluck()
    .all(table)
    .map((column) => `"${column}"`)
    .join(', ')
  db.exec(
    `DELETE FROM main."${table}"; INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM damaged."${table}" NOT INDEXED`,
  )
}

/** Every table with its own rows. */
function tablesOf(db: Db): string[] {
  const names = db
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .pluck()
    .all()
  return names.filter((name) => !name.startsWith('sqlite_') && !derivedTables.includes(name))
}

function requireSound(db: Db): void {
  const { findings } = findDamage(db)
  const broken = db.pragma('foreign_key_check') as unknown[]
  if (findings.length > 0 || broken.length > 0)
    throw new Error(`The catalogue could not be rebuilt: ${findings[0] ?? `${broken.length} rows point nowhere`}.`)
}

function removeDatabase(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
}

function freeName(path: string): string {
  const day = new Date().toISOString().slice(0, 10)
  let name = path.replace(/\.db$/, `.damaged-${day}.db`)
  for (let number = 2; existsSync(name); number++) name = path.replace(/\.db$/, `.damaged-${day}-${number}.db`)
  return name
}

/** Writes the denormalised row of every photo. */
function fillDenormalisedRows(db: Db): void {
  for (const id of photoIds(db)) renewDenormalisedRow(db, id)
}

const photoIds = (db: Db) => db.prepare<[], number>('SELECT id FROM photos ORDER BY id').pluck().all()
