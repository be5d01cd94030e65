import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { DatabaseDescription } from '../../../src-main/base/sqlite/database-description.ts'
import { readFileHeader } from '../../../src-main/base/sqlite/file-header.ts'
import { backupPath } from '../../../src-main/base/sqlite/migrate.ts'
import type { Migration } from '../../../src-main/base/sqlite/migration.ts'
import { openDatabase } from '../../../src-main/base/sqlite/open-database.ts'
import { repositoryDir, tempFolder } from '../../fixtures/folders.ts'

const birds: Migration = { version: 1, up: (db) => void db.exec('CREATE TABLE birds (name TEXT)') }
const nests: Migration = { version: 2, up: (db) => void db.exec('CREATE TABLE nests (bird INTEGER)') }

const describeDatabase = (path: string, changes: Partial<DatabaseDescription> = {}): DatabaseDescription => ({
  path,
  applicationId: 0x42697264,
  migrations: [birds],
  synchronous: 'NORMAL',
  words: {
    newer: (version, latest) => `newer: ${version} and not ${latest}`,
    foreign: 'foreign',
    damaged: (reason) => `damaged: ${inEnglish(reason)}`,
    full: 'full',
    failing: (reason) => `failing: ${inEnglish(reason)}`,
  },
  ...changes,
})

/** A database with one bird. */
function makeDatabase(): string {
  const path = join(tempFolder(), 'birds.db')
  const db = openDatabase(describeDatabase(path))
  db.prepare('INSERT INTO birds VALUES (?)').run('wren')
  db.close()
  return path
}

/** Every file of a folder with its bytes and time. */
const snapshot = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      bytes: readFileSync(join(folder, name)).toString('base64'),
      time: statSync(join(folder, name)).mtimeMs,
    }))

const query = (path: string, sql: string) => {
  const db = new Database(path)
  const value: unknown = db.prepare(sql).pluck().get()
  db.close()
  return value
}

const setForeign = (path: string): void => {
  new Database(path).exec('PRAGMA application_id = 1').close()
}

describe('opening', () => {
  test('creates folders and a file of the last version, and sets up the connection', () => {
    const path = join(tempFolder(), 'a', 'b', 'birds.db')
    const db = openDatabase(describeDatabase(path, { synchronous: 'FULL', pragmas: ['temp_store = MEMORY'] }))
    const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'temp_store', 'user_version', 'application_id']
    expect(settings.map((name) => db.pragma(name, { simple: true }))).toEqual(['wal', 2, 1, 2, 1, 0x42697264])
    db.close()
    expect(readFileHeader(path)).toEqual({
      isSqlite: true,
      version: 1,
      applicationId: 0x42697264,
      isEmpty: false,
      isCutOff: false,
      hasJournal: false,
    })
  })

  test('treats an empty file as a new one', () => {
    const path = join(tempFolder(), 'birds.db')
    writeFileSync(path, '')
    openDatabase(describeDatabase(path)).close()
    expect(readFileHeader(path)?.version).toBe(1)
  })

  test('works for several processes that create the file at once', { tags: 'night' }, async () => {
    const path = join(tempFolder(), 'birds.db')
    const module = JSON.stringify(join(repositoryDir, 'src-main/base/sqlite/open-database.ts'))
    const code = `const { openDatabase } = await import(${module}); const words = { newer: String, foreign: 'foreign', damaged: String }; const migrations = [1, 2, 3].map((version) => ({ version, up: (db) => db.exec('CREATE TABLE t' + version + ' (a TEXT)') })); for (let i = 0; i < 20; i++) openDatabase({ path: ${JSON.stringify(path)}, applicationId: 7, migrations, synchronous: 'NORMAL', words }).close()`
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'inherit'] }),
    )
    expect(await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number))).toEqual([
      0, 0, 0,
    ])
    expect(readFileHeader(path)).toMatchObject({ version: 3, applicationId: 7 })
  })
})

describe('a refused file is not touched', () => {
  test('one of a newer version', () => {
    const path = makeDatabase()
    new Database(path).exec('PRAGMA user_version = 9').close()
    const before = snapshot(join(path, '..'))
    expect(() => openDatabase(describeDatabase(path))).toThrow(
      expect.objectContaining({ code: 'library-too-new', message: 'newer: 9 and not 1' }),
    )
    expect(snapshot(join(path, '..'))).toEqual(before)
  })

  test('one whose newer version is only in the write-ahead log', () => {
    const path = makeDatabase()
    const copy = join(tempFolder(), 'crashed')
    const db = new Database(path)
    db.exec('PRAGMA user_version = 9')
    mkdirSync(copy)
    for (const end of ['', '-wal']) copyFileSync(path + end, join(copy, `birds.db${end}`))
    db.close()
    expect(readFileSync(join(copy, 'birds.db')).readUInt32BE(60)).toBe(1)
    const before = snapshot(copy)
    expect(() => openDatabase(describeDatabase(join(copy, 'birds.db')))).toThrow('newer: 9')
    expect(snapshot(copy)).toEqual(before)
  })

  test.for([
    ['text', 'damaged: its first bytes', (path: string) => writeFileSync(path, 'text '.repeat(100))],
    ['a file of a few bytes', 'damaged: its first bytes', (path: string) => truncateSync(path, 50)],
    ['a file that is cut off', 'damaged: it is cut off', (path: string) => truncateSync(path, 4096)],
    ['another kind of database', 'foreign', setForeign],
  ] as const)('%s', ([, message, damage]) => {
    const path = makeDatabase()
    damage(path)
    const before = snapshot(join(path, '..'))
    expect(() => openDatabase(describeDatabase(path))).toThrow(
      expect.objectContaining({ code: 'library-damaged', message: expect.stringContaining(message) as string }),
    )
    expect(snapshot(join(path, '..'))).toEqual(before)
  })
})

test('a database of another program is refused even if its tables are only in the write-ahead log', () => {
  const path = join(tempFolder(), 'birds.db')
  const other = new Database(path)
  other.pragma('journal_mode = WAL')
  other.exec('CREATE TABLE music (name TEXT)')
  expect(() => openDatabase(describeDatabase(path))).toThrow(expect.objectContaining({ message: 'foreign' }))
  expect(other.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(1)
  other.close()
})

test('a small file is checked completely on request', () => {
  const path = join(tempFolder(), 'birds.db')
  const db = openDatabase(describeDatabase(path))
  for (let i = 0; i < 2000; i++) db.prepare('INSERT INTO birds VALUES (?)').run(`bird number ${i}`)
  db.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0x5a, 3 * 4096, 4 * 4096))
  openDatabase(describeDatabase(path)).close()
  expect(() => openDatabase(describeDatabase(path, { checkedBytes: 1e6 }))).toThrow(
    expect.objectContaining({ code: 'library-damaged' }),
  )
  openDatabase(describeDatabase(path, { checkedBytes: 1000 })).close()
})

test('a folder in place of the file is reported in words', () => {
  const path = join(tempFolder(), 'birds.db')
  mkdirSync(path)
  expect(() => openDatabase(describeDatabase(path))).toThrow(/birds\.db cannot be opened .*Check that it is a file/)
})

describe('migrating', () => {
  test('keeps the content, after a copy', () => {
    const path = makeDatabase()
    openDatabase(describeDatabase(path, { migrations: [birds, nests] })).close()
    expect(readFileHeader(path)?.version).toBe(2)
    expect(query(path, 'SELECT name FROM birds')).toBe('wren')
    expect(query(path, 'SELECT count(*) FROM nests')).toBe(0)
    expect(readFileHeader(backupPath(path, 1))).toMatchObject({ version: 1, applicationId: 0x42697264 })
    expect(query(backupPath(path, 1), 'SELECT name FROM birds')).toBe('wren')
  })

  test('that fails changes nothing, and earlier migrations stay', () => {
    const path = makeDatabase()
    const failing: Migration = { version: 3, up: (db) => void db.exec('DROP TABLE birds; SELECT * FROM nowhere') }
    expect(() => openDatabase(describeDatabase(path, { migrations: [birds, nests, failing] }))).toThrow('nowhere')
    expect(readFileHeader(path)?.version).toBe(2)
    expect(query(path, 'SELECT name FROM birds')).toBe('wren')
  })

  test('may not leave dangling references', () => {
    const path = makeDatabase()
    const breaking: Migration = {
      version: 2,
      up: (db) =>
        void db.exec('CREATE TABLE eggs (bird INTEGER REFERENCES birds (rowid)); INSERT INTO eggs VALUES (9)'),
    }
    expect(() => openDatabase(describeDatabase(path, { migrations: [birds, breaking] }))).toThrow()
    expect(readFileHeader(path)?.version).toBe(1)
  })
})
