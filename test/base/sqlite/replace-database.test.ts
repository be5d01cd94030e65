import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { finishReplacing, replaceDatabase } from '../../../src-main/base/sqlite/replace-database.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/** A database that has one word, and more words in its write-ahead log as after a crash. */
function makeCrashed(folder: string, name: string, word: string): string {
  const path = join(folder, name)
  const source = join(tempFolder(), 'source.db')
  const db = new Database(source)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE words (word TEXT)')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.prepare('INSERT INTO words VALUES (?)').run(word)
  for (const end of ['', '-wal', '-shm']) copyFileSync(source + end, path + end)
  db.close()
  return path
}

function makeAlone(folder: string, name: string, word: string): string {
  const path = join(folder, name)
  const db = new Database(path)
  db.exec('CREATE TABLE words (word TEXT)')
  db.prepare('INSERT INTO words VALUES (?)').run(word)
  db.close()
  return path
}

function wordsOf(path: string): unknown[] {
  const db = new Database(path, { fileMustExist: true })
  const words = db.prepare('SELECT word FROM words').pluck().all()
  db.close()
  return words
}

test("the old database is set aside with its write-ahead log's content", () => {
  const folder = tempFolder()
  const path = makeCrashed(folder, 'a.db', 'old')
  replaceDatabase(path, makeAlone(folder, 'b.db', 'new'), join(folder, 'aside.db'))
  expect(existsSync(`${path}-wal`)).toBe(false)
  expect(wordsOf(path)).toEqual(['new'])
  expect(wordsOf(join(folder, 'aside.db'))).toEqual(['old'])
})

test('a missing database gets its replacement', () => {
  const folder = tempFolder()
  replaceDatabase(join(folder, 'a.db'), makeAlone(folder, 'b.db', 'new'), join(folder, 'aside.db'))
  expect(wordsOf(join(folder, 'a.db'))).toEqual(['new'])
  expect(existsSync(join(folder, 'aside.db'))).toBe(false)
})

describe('a stop in the middle is repaired', () => {
  const steps: [string, (path: string, folder: string) => void][] = [
    ['before the first step', () => {}],
    ['after the journal went aside', (path, folder) => renameSync(`${path}-wal`, join(folder, 'aside.db-wal'))],
    ['after the database went aside', (path, folder) => renameSync(path, join(folder, 'aside.db'))],
    ['after the shared memory went', (path) => rmSync(`${path}-shm`)],
    ['after the new one came', (path, folder) => renameSync(join(folder, 'b.db'), path)],
  ]
  test.each(steps.map(([what], count) => [what, count] as const))('%s', (_what, count) => {
    const folder = tempFolder()
    const path = makeCrashed(folder, 'a.db', 'old')
    makeAlone(folder, 'b.db', 'new')
    writeFileSync(`${path}.replacing`, JSON.stringify({ by: 'b.db', aside: 'aside.db' }))
    for (const [, step] of steps.slice(0, count + 1)) step(path, folder)
    finishReplacing(path)
    expect(wordsOf(path)).toEqual(['new'])
    expect(wordsOf(join(folder, 'aside.db'))).toEqual(['old'])
    expect(existsSync(`${path}.replacing`)).toBe(false)
    finishReplacing(path)
    expect(wordsOf(path)).toEqual(['new'])
  })

  test('while its note is written', () => {
    const folder = tempFolder()
    const path = makeAlone(folder, 'a.db', 'old')
    writeFileSync(`${path}.replacing.new`, '{"by":')
    finishReplacing(path)
    expect(wordsOf(path)).toEqual(['old'])
    expect(existsSync(`${path}.replacing.new`)).toBe(false)
  })
})
