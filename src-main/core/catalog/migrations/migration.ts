import type { Db } from '../database/connection.ts'

/** One numbered change of the catalogue's layout; once shipped its file is never edited. Runs inside a transaction. */
export type Migration = { version: number; up: (db: Db) => void }
