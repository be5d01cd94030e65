import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { hashFileSync } from '../../../src-main/base/files/hash.ts'
import { runDatabaseTask } from '../../../src-main/base/sqlite/run-database-task.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { damageTable } from '../../fixtures/damage.ts'

/** An open database of birds with a write-ahead log. */
function openBirds(folder: string, count = 1000) {
  const db = new Database(join(folder, 'birds.db'))
  db.pragma('journal_mode = WAL')
  db.exec(`CREATE TABLE birds (id INTEGER PRIMARY KEY, name TEXT, song TEXT);
    CREATE INDEX birds_name ON birds(name); CREATE VIRTUAL TABLE words USING fts5(name)`)
  const add = db.prepare('INSERT INTO birds (name, song) VALUES (?, ?)')
  const word = db.prepare('INSERT INTO words (name) VALUES (?)')
  db.transaction(() => {
    for (let i = 0; i < count; i++) {
      add.run(`bird ${i}`, 'tweet '.repeat(40))
      word.run(`bird ${i}`)
    }
  })()
  return db
}

const figures = { birds: 'SELECT count(*) FROM birds', nothing: 'SELECT NULL' }

test('a copy has the state of one moment, is complete in itself, and has the hash of its bytes', async () => {
  const folder = tempFolder()
  const db = openBirds(folder)
  const to = join(folder, 'copy.db')
  // Writes in the meantime neither wait nor restart the copy.
  let written = 0
  const insert = db.prepare("INSERT INTO birds (name) VALUES ('late')")
  const add = () => {
    insert.run()
    written += 1
  }
  const task = { kind: 'copy', from: join(folder, 'birds.db'), to, figures } as const
  const copying = runDatabaseTask<'copy'>(task, { onBegun: add })
  let isDone = false
  void copying.finally(() => (isDone = true))
  while (!isDone) {
    add()
    await new Promise(setImmediate)
  }
  const copy = await copying
  db.close()
  expect(written).toBeGreaterThan(10)
  expect(copy.damage).toEqual([])
  expect(copy.figures['nothing']).toBeNull()
  expect(copy.figures['birds']).toBeGreaterThanOrEqual(1000)
  expect(copy.figures['birds']).toBeLessThan(1000 + written)
  expect(copy.sha256).toBe(hashFileSync(to))
  expect(readFileSync(to)).toHaveLength(copy.bytes)
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
  const opened = new Database(to, { readonly: true })
  expect(opened.pragma('journal_mode', { simple: true })).toBe('delete')
  expect(opened.prepare('SELECT count(*) FROM birds').pluck().get()).toBe(copy.figures['birds'])
  opened.close()
})

test.for(['birds', 'birds_name', 'words_data'])('damage in %s is found in its copy, with its table', async (name) => {
  const folder = tempFolder()
  const from = join(folder, 'birds.db')
  openBirds(folder).close()
  damageTable(from, name)
  const copy = await runDatabaseTask<'copy'>({ kind: 'copy', from, to: join(folder, 'copy.db'), figures })
  expect(copy.damage.length).toBeGreaterThan(0)
  const report = await runDatabaseTask<'check'>({ kind: 'check', path: from })
  expect(report.findings.length).toBeGreaterThan(0)
  expect([...report.tables, ...report.indexes]).toEqual([name === 'words_data' ? 'words' : name])
  expect(report.indexes).toEqual(name === 'birds_name' ? [name] : [])
})

test('a sound database has nothing to report', async () => {
  const folder = tempFolder()
  openBirds(folder).close()
  expect(await runDatabaseTask<'check'>({ kind: 'check', path: join(folder, 'birds.db') })).toEqual({
    tables: [],
    indexes: [],
    findings: [],
  })
})

test('a copy that is no longer needed ends', async () => {
  const folder = tempFolder()
  openBirds(folder, 5000).close()
  const stop = new AbortController()
  const task = { kind: 'copy', from: join(folder, 'birds.db'), to: join(folder, 'copy.db'), figures } as const
  const copying = runDatabaseTask<'copy'>(task, { signal: stop.signal })
  stop.abort()
  await expect(copying).rejects.toMatchObject({ name: 'AbortError' })
})

test('errors of the system or SQLite keep their code', async () => {
  const folder = tempFolder()
  const task = { kind: 'copy', to: join(folder, 'copy.db'), figures } as const
  await expect(runDatabaseTask<'copy'>({ ...task, from: join(folder, 'none.db') })).rejects.toMatchObject({
    code: 'SQLITE_CANTOPEN',
  })
  writeFileSync(join(folder, 'text.db'), 'text '.repeat(500))
  await expect(runDatabaseTask<'copy'>({ ...task, from: join(folder, 'text.db') })).rejects.toMatchObject({
    code: 'SQLITE_NOTADB',
  })
})

test('a process killed in the middle of a copy leaves the database unchanged', { tags: 'night' }, async () => {
  const folder = tempFolder()
  const db = openBirds(folder, 20_000)
  const child = fork(join(import.meta.dirname, 'copying-child.ts'), [folder], { stdio: 'inherit', execArgv: [] })
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(db.pragma('quick_check', { simple: true })).toBe('ok')
  db.prepare("INSERT INTO birds (name) VALUES ('late')").run()
  db.close()
})
