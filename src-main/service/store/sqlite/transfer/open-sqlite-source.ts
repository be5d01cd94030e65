import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../../../../contract/errors.ts'
import { databasePath as indexPath } from '../../../../indexes/store/sqlite/open-index-db.ts'
import { migrations as indexMigrations } from '../../../../indexes/store/sqlite/migrations.ts'
import { connect, type Db } from '../../../../base/sqlite/connect.ts'
import { readFileHeader } from '../../../../base/sqlite/file-header.ts'
import type { Migration } from '../../../../base/sqlite/migration.ts'
import type { Counter, SourceSide } from '../../transfer/side.ts'
import { tables } from '../../transfer/tables.ts'
import { migrations } from '../migrations/migrations.ts'
import { databasePath } from '../open-service-db.ts'
import { takeServiceFolder } from '../take-service-folder.ts'
import { fileOf, sqliteReader, type Files } from './sqlite-reader.ts'

/**
 * Takes a data folder and opens its databases read-only: the files stay as they are. Throws AppError: `bad-params` if
 * it has no service or one of another version, `library-in-use` if the service is running.
 */
export function openSqliteSource(folder: string): SourceSide {
  const [path, indexes] = [databasePath(folder), indexPath(join(folder, 'indexes'))]
  if (!existsSync(path))
    throw new AppError(
      'bad-params',
      `There is no service in ${folder}: it has no service.db. Name its folder with --data.`,
    )
  const lock = takeServiceFolder(folder)
  const files: Files = { service: undefined as unknown as Db, indexes: null }
  try {
    files.service = openFile(path, migrations)
    if (existsSync(indexes)) files.indexes = openFile(indexes, indexMigrations)
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    title: `the data folder ${folder}`,
    ...sqliteReader(files),
    counters: async () => countersOf(files),
    checkIdle: async () => {}, // the lock is held
    close: async () => {
      files.service.close()
      files.indexes?.close()
      lock.release()
    },
  }
}

function openFile(path: string, known: readonly Migration[]): Db {
  const latest = known.at(-1)!.version
  const header = readFileHeader(path)
  if (header === null || !header.isSqlite || header.isCutOff)
    throw new AppError('library-damaged', `${path} cannot be read: it is not whole. Put back a backup of it.`)
  if (header.version > latest)
    throw new AppError('library-too-new', `${path} was made by a newer version of this program. Update the program.`)
  if (header.version < latest)
    throw new AppError(
      'bad-params',
      `${path} was made by an earlier version of this program. Start "lumafold service --data ${dirname(path)}" once with this version and stop it again, then migrate.`,
    )
  return connect(path, { readonly: true, fileMustExist: true })
}

function countersOf(files: Files): Counter[] {
  return tables.flatMap((table) => {
    const db = fileOf(files, table)
    if (db === null || table.counted === undefined) return []
    const given = db
      .prepare<[string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?')
      .pluck()
      .get(table.sqlite)
    const largest = db
      .prepare<[], number | null>(`SELECT max(${table.counted.column}) FROM ${table.sqlite}`)
      .pluck()
      .get()
    return { table, last: Math.max(given ?? 0, largest ?? 0) }
  })
}
