import Database from 'better-sqlite3'
import { makeOwnerOnly } from './owner-only.ts'

/** A connection to an SQLite file; every call on it is synchronous. */
export type Db = Database.Database

/** A query that is ready to be run. */
export type Statement<Parameters extends unknown[], Row> = Database.Statement<Parameters, Row>

const WAIT_MS = 5000

type ConnectOptions = {
  readonly?: boolean
  fileMustExist?: boolean
  /** Maximum wait for another connection's lock, in milliseconds; 5000 when absent. */
  timeout?: number
}

/** Opens a connection. Creates an absent file, for its owner alone, unless it must exist or is only read. */
export function connect(path: string, options: ConnectOptions = {}): Db {
  if (options.readonly !== true && options.fileMustExist !== true) makeOwnerOnly(path)
  return new Database(path, { timeout: WAIT_MS, ...options })
}

/** True for an SQLite error whose code starts with one of these, for example `SQLITE_BUSY`. */
export function isSqliteError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Database.SqliteError && codes.some((code) => error.code.startsWith(code))
}
