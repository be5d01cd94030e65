import type { Db } from '../open-service-db.ts'

/**
 * One numbered change of the layout of service.db; once shipped its file is never edited. Runs inside a transaction.
 */
export type Migration = { version: number; up: (db: Db) => void }
