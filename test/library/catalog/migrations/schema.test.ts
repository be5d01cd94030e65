import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderSchema } from '../../../../build/schema/write-schema.ts'
import { libraryDatabase, schemaPage } from '../../../../src-main/library/catalog/database/library-database.ts'
import { migrations } from '../../../../src-main/library/catalog/migrations/migrations.ts'
import type { Db } from '../../../../src-main/base/sqlite/connect.ts'
import { openDatabase } from '../../../../src-main/base/sqlite/open-database.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

const page = readFileSync(schemaPage, 'utf8')

test('the schema file matches the migrations (npm run schema writes it)', () => {
  expect(page).toBe(renderSchema(page))
})

test('the schema file keeps comments and order, adds what a migration adds and drops what one removes', () => {
  const before = page
    .replace(/\n {2}is_copy .*/, '')
    .replace('-- A watched folder:', '-- Kept:')
    .replace('CREATE TABLE files (', 'CREATE TABLE no_longer (\n  id INTEGER -- none\n);\n\nCREATE TABLE files (')
  const again = renderSchema(before)
  expect(again).toContain('  is_copy INTEGER NOT NULL DEFAULT 0,\n')
  expect(again).toContain('-- Kept:')
  expect(again).not.toContain('no_longer')
  expect(again.match(/CREATE TABLE \w+/g)).toEqual(page.match(/CREATE TABLE \w+/g))
  expect(renderSchema('')).toContain('  refused TEXT NOT NULL, -- JSON: ids of people that the face is not\n') // as its migration says
})

test('every table of the schema file has a description', () => {
  const silent = page.match(/\n\nCREATE (VIRTUAL )?TABLE \w+/g) ?? []
  expect(silent).toEqual([])
})

test('a library created from the schema file equals one built by all migrations', () => {
  const folder = tempFolder()
  openDatabase(libraryDatabase(folder, migrations.slice(0, 1))).close()
  const migrated = openDatabase({ ...libraryDatabase(folder), isCopied: true })
  const made = openDatabase(libraryDatabase(tempFolder()))
  expect(contentOf(made)).toEqual(contentOf(migrated))
  expect(rowsOf(made)).toEqual(rowsOf(migrated))
  made.close()
  migrated.close()
})

/** The layout without comments and spaces, and the pragmas of the file. */
function contentOf(db: Db) {
  const schema = db
    .prepare<[], { sql: string | null }>('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
    .all()
  const settings = [
    'user_version',
    'application_id',
    'auto_vacuum',
    'page_size',
    'encoding',
    'journal_mode',
    'foreign_keys',
  ]
  return {
    schema: schema.map((row) => ({ ...row, sql: row.sql && plain(row.sql) })),
    settings: settings.map((name) => [name, db.pragma(name, { simple: true })]),
    problems: db.pragma('integrity_check', { simple: true }),
  }
}

const plain = (sql: string): string =>
  sql
    .replaceAll(/--.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .replaceAll('"', '')

/** The content of each table; a last number of 0 in `sqlite_sequence` equals no entry. */
function rowsOf(db: Db): Record<string, unknown[]> {
  const names = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  const rows = names.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()] as const)
  const used = ([name, row]: (typeof rows)[number]) =>
    [name, name === 'sqlite_sequence' ? row.filter((one) => (one as { seq: number }).seq > 0) : row] as const
  return Object.fromEntries(rows.map(used))
}
