import type { Client } from 'pg'
import { AppError } from '../../../../contract/errors.ts'
import type { Database } from '../database.ts'
import { MIGRATION_LOCK, underMigration } from '../migration-lock.ts'

/** A database that a migration of a service holds exclusively, with one connection to it. */
export type HeldDatabase = {
  client: Client
  /** Throws AppError `library-in-use` while nodes are running. */
  checkIdle(): Promise<void>
  close(): Promise<void>
}

/**
 * Keeps nodes from starting on a database. Throws AppError `library-in-use` if some are running, or another migration
 * holds it.
 */
export async function holdDatabase(database: Database): Promise<HeldDatabase> {
  const client = await database.connect()
  const checkIdle = async () => {
    const { rows } = await client.query<{ alive: number }>(
      'SELECT count(*) AS alive FROM nodes WHERE alive_until > clock_timestamp()',
    )
    const { alive } = rows[0]!
    if (alive === 0) return
    throw new AppError(
      'library-in-use',
      `${alive === 1 ? 'A node of the service runs' : `${alive} nodes of the service run`} on the database ${database.place}. Stop them first; one that was killed counts for half a minute.`,
    )
  }
  try {
    const { rows } = await client.query<{ isHeld: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHeld"', [
      MIGRATION_LOCK,
    ])
    if (!rows[0]!.isHeld) throw underMigration(database.place)
    await checkIdle()
    return { client, checkIdle, close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}
