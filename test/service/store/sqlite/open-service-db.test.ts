import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrations } from '../../../../src-main/service/store/sqlite/migrations/migrations.ts'
import { databasePath, openServiceDb } from '../../../../src-main/service/store/sqlite/open-service-db.ts'
import { openServiceStore } from '../../../../src-main/service/store/sqlite/open-service-store.ts'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { addAccount } from '../../temp-data.ts'

const latest = migrations.at(-1)!.version
const storeDir = join(repositoryDir, 'src-main/service/store/sqlite')

test('migrations are numbered without gaps', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})

test('a newer file is refused by name and not changed', () => {
  const folder = tempFolder()
  const db = openServiceDb(folder)
  db.pragma(`user_version = ${latest + 1}`)
  db.close()
  expect(() => openServiceStore(folder)).toThrow(
    expect.objectContaining({ code: 'library-too-new', message: expect.stringContaining(databasePath(folder)) }),
  )
  const after = new Database(databasePath(folder))
  expect(after.pragma('user_version', { simple: true })).toBe(latest + 1)
  after.close()
})

test.each<[string, (path: string) => unknown]>([
  [
    'no database at all',
    (path: string) => writeFileSync(path, 'not a database, but long enough to have a header '.repeat(10)),
  ],
  [
    'a database of another program',
    (path: string) => new Database(path).exec('CREATE TABLE birds (name TEXT)').close(),
  ],
  [
    'a file cut off in the middle',
    async (path: string) => {
      await openServiceStore(join(path, '..')).close()
      truncateSync(path, 8192)
    },
  ],
])('%s is refused as damaged', async (_what, damage) => {
  const folder = tempFolder()
  await damage(databasePath(folder))
  expect(() => openServiceStore(folder)).toThrow(
    expect.objectContaining({ code: 'library-damaged', message: expect.stringContaining(databasePath(folder)) }),
  )
})

test('a migration keeps the content, after a copy; a failing one changes nothing', async () => {
  const folder = tempFolder()
  const store = openServiceStore(folder)
  await addAccount(store)
  await store.close()
  const next = { version: latest + 1, up: (db: Database.Database) => void db.exec('CREATE TABLE more (a TEXT)') }
  const failing = {
    version: latest + 2,
    up: (db: Database.Database) => void db.exec('CREATE TABLE even_more (a TEXT); broken'),
  }
  expect(() => openServiceDb(folder, [...migrations, next, failing])).toThrow(/broken/)
  const db = openServiceDb(folder, [...migrations, next])
  expect(db.pragma('user_version', { simple: true })).toBe(latest + 1)
  expect(db.prepare('SELECT count(*) FROM accounts').pluck().get()).toBe(1)
  expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'even_more'").pluck().get()).toBe(0)
  db.close()
  const copy = new Database(join(folder, `service.before-migration-${latest}.db`))
  expect(copy.prepare('SELECT count(*) FROM accounts').pluck().get()).toBe(1)
  copy.close()
})

test('several processes create a new file at once', { tags: 'night' }, async () => {
  const folder = tempFolder()
  const code = `import { openServiceStore } from ${JSON.stringify(join(storeDir, 'open-service-store.ts'))}; const s = openServiceStore(${JSON.stringify(folder)}); await s.accounts.list(); await s.close()`
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], {
      stdio: 'ignore',
    }),
  )
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
  expect(codes).toEqual([0, 0, 0])
  expect(readdirSync(folder)).toContain('service.db')
})
