import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../src-main/service/store/migrations/migrations.ts'
import { databasePath, openServiceDb } from '../../../src-main/service/store/open-service-db.ts'
import { openServiceStore } from '../../../src-main/service/store/service-store.ts'
import { takeServiceFolder } from '../../../src-main/service/store/take-folder.ts'
import { repositoryDir, tempFolder } from '../../fixtures/folders.ts'
import { addAccount, openStore } from '../temp-data.ts'

const latest = migrations.at(-1)!.version
const storeDir = join(repositoryDir, 'src-main/service/store')

/** What another process says when it runs this on a data folder. */
const runElsewhere = (code: string) =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], {
    encoding: 'utf8',
  }).trim()

describe('the file', () => {
  test('migrations are numbered without gaps', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
  })

  test('a newer file is refused by name and left as it is', () => {
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

  test.each([
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
      (path: string) => {
        openServiceStore(join(path, '..')).close()
        truncateSync(path, 8192)
      },
    ],
  ])('%s is refused as damaged', (_what, damage) => {
    const folder = tempFolder()
    damage(databasePath(folder))
    expect(() => openServiceStore(folder)).toThrow(
      expect.objectContaining({ code: 'library-damaged', message: expect.stringContaining(databasePath(folder)) }),
    )
  })

  test('a migration keeps what is there, after a copy; one that fails changes nothing', () => {
    const folder = tempFolder()
    const store = openServiceStore(folder)
    addAccount(store)
    store.close()
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

  test('several processes make a new file at once', async () => {
    const folder = tempFolder()
    const code = `import { openServiceStore } from ${JSON.stringify(join(storeDir, 'service-store.ts'))}; const s = openServiceStore(${JSON.stringify(folder)}); console.log(s.accounts.revision()); s.close()`
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], {
        stdio: 'ignore',
      }),
    )
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0, 0])
    expect(readdirSync(folder)).toContain('service.db')
  })
})

describe('the lock', () => {
  test('keeps other processes out and names the owner; the database stays open to all', () => {
    const folder = tempFolder()
    const lock = takeServiceFolder(folder)
    const take = `import { takeServiceFolder } from ${JSON.stringify(join(storeDir, 'take-folder.ts'))}; try { takeServiceFolder(${JSON.stringify(folder)}); console.log('taken') } catch (error) { console.log(error.code, error.message) }`
    expect(runElsewhere(take)).toMatch(new RegExp(`^library-in-use .*process ${process.pid}\\b`))
    expect(() => takeServiceFolder(folder)).toThrow(expect.objectContaining({ code: 'library-in-use' }))
    addAccount(openStore(folder))
    lock.release()
    expect(runElsewhere(take)).toBe('taken')
  })

  test('stays taken though nobody keeps what taking it gave, and is free when its owner was killed', async () => {
    const folder = tempFolder()
    const take = `import { takeServiceFolder } from ${JSON.stringify(join(storeDir, 'take-folder.ts'))}; takeServiceFolder(${JSON.stringify(folder)}); gc(); await new Promise((resolve) => setTimeout(resolve, 50)); gc(); console.log('taken'); setInterval(() => {}, 1000)`
    const child = spawn(
      process.execPath,
      ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', take],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    expect(() => takeServiceFolder(folder)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(`process ${child.pid}`) }),
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    takeServiceFolder(folder).release()
  })
})

describe('rows', () => {
  test('callbacks come when they are due, the longest waiting first', () => {
    const { callbacks } = openStore()
    const later = callbacks.add({ url: 'http://a/', ticketId: 't1', at: 20 })
    const sooner = callbacks.add({ url: 'http://b/', ticketId: 't2', at: 10 })
    expect(callbacks.nextAt()).toBe(10)
    expect(callbacks.due(15).map(({ id }) => id)).toEqual([sooner])
    callbacks.postpone(sooner, 1, 30)
    expect(callbacks.due(40)).toEqual([
      { id: later, url: 'http://a/', ticketId: 't1', attempts: 0, nextAtMs: 20, createdMs: 20 },
      { id: sooner, url: 'http://b/', ticketId: 't2', attempts: 1, nextAtMs: 30, createdMs: 10 },
    ])
    callbacks.remove(later)
    callbacks.remove(sooner)
    expect(callbacks.nextAt()).toBeNull()
  })

  test('an account that goes takes its usage along and is noted until its things are deleted', () => {
    const { accounts, usage } = openStore()
    accounts.add({ id: 'a', name: 'A', key: 'k', secretHash: 'h', plan: 'free', createdMs: 0 })
    usage.add({ accountId: 'a', day: 1, processed: 2, requests: 3, at: 5 })
    const before = accounts.revision()
    expect(accounts.remove('k', 9)?.id).toBe('a')
    expect(accounts.revision()).toBeGreaterThan(before)
    expect(usage.of('a')).toEqual([])
    usage.add({ accountId: 'a', day: 1, processed: 1, requests: 1, at: 6 })
    expect(usage.of('a')).toEqual([])
    expect(accounts.removed()).toEqual(['a'])
    accounts.forgetRemoved('a')
    expect(accounts.removed()).toEqual([])
    expect(accounts.remove('k', 9)).toBeUndefined()
  })
})
