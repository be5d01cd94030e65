import type { Db } from './connect.ts'

/** One numbered change of a database's layout; once shipped, its file is never edited. Runs inside a transaction. */
export type Migration = { version: number; up: (db: Db) => void }
