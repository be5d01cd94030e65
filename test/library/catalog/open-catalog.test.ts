import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { AppError } from '../../../src-main/contract/errors.ts'
import { libraryDatabase } from '../../../src-main/library/catalog/database/library-database.ts'
import { migrations } from '../../../src-main/library/catalog/migrations/migrations.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { readFileHeader } from '../../../src-main/base/sqlite/file-header.ts'
import { backupPath } from '../../../src-main/base/sqlite/migrate.ts'
import { openDatabase } from '../../../src-main/base/sqlite/open-database.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { find, openForTest, openWithRoot, saveTags, tag } from './library.ts'

/** Every file of a folder with its bytes and time. */
const snapshot = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      bytes: readFileSync(join(folder, name)).toString('base64'),
      time: statSync(join(folder, name)).mtimeMs,
    }))

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? { code: error.code, message: error.message } : error
  }
  return 'no error'
}

test('data is still there after closing and reopening', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const [id] = add('beach.jpg')
  saveTags(catalog, id!, tag('sea', 80))
  catalog.close()
  const again = openForTest(folder)
  expect(find(again, { tags: ['sea'] })).toEqual([id])
  expect(again.thumbnails.get(id!)).toEqual(Buffer.from([1, 2, 3]))
  expect(again.check()).toEqual([])
})

test('a catalogue of a newer version is refused, and no byte or time changes', () => {
  const folder = tempFolder()
  openWithRoot(folder).catalog.close()
  const db = new Database(join(folder, 'library.db'))
  db.pragma('user_version = 99')
  db.close()
  const before = snapshot(folder)
  expect(codeOf(() => openCatalog(folder))).toMatchObject({
    code: 'library-too-new',
    message: expect.stringContaining('Update Lumafold'),
  })
  expect(snapshot(folder)).toEqual(before)
})

test('a newer version is noticed even if only the write-ahead log has it', () => {
  const folder = tempFolder()
  const copy = join(tempFolder(), 'crashed')
  openWithRoot(folder).catalog.close()
  const db = new Database(join(folder, 'library.db'))
  db.pragma('user_version = 99')
  mkdirSync(copy)
  for (const name of ['library.db', 'library.db-wal']) copyFileSync(join(folder, name), join(copy, name))
  db.close()
  expect(readFileSync(join(copy, 'library.db')).readUInt32BE(60)).not.toBe(99)
  const before = snapshot(copy)
  expect(codeOf(() => openCatalog(copy))).toMatchObject({ code: 'library-too-new' })
  expect(snapshot(copy)).toEqual(before)
})

test.for([
  ['random bytes', (path: string) => writeFileSync(path, Buffer.alloc(9000, 'nonsense'))],
  ['a file that is cut off', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['a file of a few bytes', (path: string) => truncateSync(path, 50)],
] as const)('%s is reported as damage, with advice', ([, damage]) => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  add('a.jpg')
  catalog.close()
  damage(join(folder, 'library.db'))
  expect(codeOf(() => openCatalog(folder))).toMatchObject({
    code: 'library-damaged',
    message: expect.stringMatching(/photos themselves are not touched.*backup/),
  })
})

test("another program's database is left unchanged", () => {
  const folder = tempFolder()
  const other = new Database(join(folder, 'library.db'))
  other.exec('CREATE TABLE music (name TEXT)')
  other.close()
  const before = snapshot(folder)
  expect(codeOf(() => openCatalog(folder))).toMatchObject({
    code: 'library-damaged',
    message: expect.stringContaining('another program'),
  })
  expect(snapshot(folder)).toEqual(before)
})

test('damage within the file is reported by the call that reads it', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  add(...Array.from({ length: 500 }, (_, i) => `photo-${i}.jpg`))
  catalog.close()
  const path = join(folder, 'library.db')
  const bytes = readFileSync(path)
  bytes.fill(0x5a, Math.floor(bytes.length / 3), bytes.length)
  writeFileSync(path, bytes)
  const found = codeOf(() => openForTest(folder).files.known(1))
  expect(found).toMatchObject({ code: 'library-damaged' })
})

test('migrations run in order after a backup copy; a failing one changes nothing', () => {
  const folder = tempFolder()
  const path = join(folder, 'library.db')
  openDatabase(libraryDatabase(folder)).close()
  const latest = migrations.at(-1)!.version
  const adding = {
    version: latest + 1,
    up: (db: Database.Database) => void db.exec('ALTER TABLE photos ADD COLUMN remark TEXT'),
  }
  const failing = {
    version: latest + 2,
    up: (db: Database.Database) => void db.exec('DROP TABLE metadata; SELECT * FROM nowhere'),
  }
  expect(() => openDatabase(libraryDatabase(folder, [...migrations, adding, failing]))).toThrow('nowhere')
  expect(readFileHeader(path)?.version).toBe(latest + 1)
  expect(readFileHeader(backupPath(path, latest))?.version).toBe(latest)
  const db = openDatabase(libraryDatabase(folder, [...migrations, adding]))
  expect(db.prepare('SELECT count(remark) FROM photos').pluck().get()).toBe(0)
  expect(db.prepare('SELECT count(*) FROM metadata').pluck().get()).toBe(0)
  db.close()
})
