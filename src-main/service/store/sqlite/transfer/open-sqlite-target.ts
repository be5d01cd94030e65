import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../../contract/errors.ts'
import { databasePath as indexPath, openIndexDb } from '../../../../indexes/store/sqlite/open-index-db.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { flushFile, flushFolder } from '../../../../base/sqlite/flush-file.ts'
import type { Counter, TargetSide } from '../../transfer/side.ts'
import type { Row, Table } from '../../transfer/table.ts'
import { fromRow, jobTable } from '../../transfer/waiting-jobs.ts'
import { databasePath, openServiceDb } from '../open-service-db.ts'
import { takeServiceFolder } from '../take-service-folder.ts'
import { isUnfinished, markFinished, markUnfinished } from '../unfinished-mark.ts'
import { fileOf, sqliteReader, type Files } from './sqlite-reader.ts'
import { insertRow, toStored } from './table-sql.ts'

/**
 * Takes an empty data folder, or one of an unfinished migration, whose rows are written again. It is marked until
 * `finish`. Throws AppError `bad-params` if it contains a service. `keepsPictures` if the pictures are already there.
 */
export function openSqliteTarget(folder: string, { keepsPictures }: { keepsPictures: boolean }): TargetSide {
  refuseUsed(folder, keepsPictures)
  const lock = takeServiceFolder(folder, { mayBeUnfinished: true })
  const indexFolder = join(folder, 'indexes')
  const paths = [databasePath(folder), indexPath(indexFolder)]
  markUnfinished(folder)
  for (const path of paths) for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  const index = openIndexDb(indexFolder)
  const files: Files & { indexes: Db } = { service: openServiceDb(folder), indexes: index.db }
  for (const db of [files.service, files.indexes]) db.pragma('synchronous = OFF') // `finish` flushes everything
  let isOpen = true
  const closeFiles = () => {
    if (!isOpen) return
    isOpen = false
    files.service.close()
    index.close()
  }
  return {
    title: `the data folder ${folder}`,
    ...sqliteReader(files),
    write: async (table, rows) => write(fileOf(files, table)!, table, rows),
    derive: async (counters) => count(files, counters),
    finish: async () => {
      for (const db of [files.service, files.indexes]) db.pragma('wal_checkpoint(TRUNCATE)')
      closeFiles()
      for (const path of paths) flushFile(path)
      for (const each of [indexFolder, folder]) flushFolder(each)
      markFinished(folder)
    },
    close: async () => {
      closeFiles()
      lock.release()
    },
  }
}

function refuseUsed(folder: string, keepsPictures: boolean): void {
  if (isUnfinished(folder)) return
  const used = [databasePath(folder), indexPath(join(folder, 'indexes'))].find((path) => existsSync(path))
  const kept = join(folder, 'uploads', 'kept')
  const hasPictures = !keepsPictures && existsSync(kept) && readdirSync(kept).length > 0
  if (used === undefined && !hasPictures) return
  throw new AppError(
    'bad-params',
    `${folder} holds a service already (${used ?? kept}), and a migration never mixes two. Name an empty folder with --to-data.`,
  )
}

function write(db: Db, table: Table, rows: readonly Row[]): void {
  const isJobs = table === jobTable
  const statement = db.prepare(isJobs ? INSERT_JOB : insertRow(table))
  db.transaction(() => {
    for (const row of rows) statement.run(...(isJobs ? jobValues(row) : toStored(row)))
  })()
}

const INSERT_JOB =
  'INSERT INTO jobs (queue, job_key, owner, data, attempt, failures, due_ms) VALUES (?, ?, ?, ?, ?, ?, ?)'

function jobValues(row: Row): (string | number)[] {
  const { queue, key, owner, data, attempt, failures, dueMs } = fromRow(row)
  return [queue, key, owner, JSON.stringify(data), attempt, failures, dueMs]
}

/** Numbers of deleted rows are not reused. */
function count(files: Files, counters: readonly Counter[]): void {
  for (const { table, last } of counters) {
    const db = fileOf(files, table)!
    const sql = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table.sqlite) as string
    if (!sql.includes('AUTOINCREMENT')) continue
    db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table.sqlite)
    db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table.sqlite, last)
  }
}
