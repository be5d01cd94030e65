import type { Client } from 'pg'
import { AppError } from '../../../contract/errors.ts'

/** Held while a service is moved out of a database or into it; an arbitrary number ("lmfd"). */
export const MIGRATION_LOCK = 0x6c6d6664

/** The error for a node that starts meanwhile. */
export const underMigration = (place: string): AppError =>
  new AppError(
    'library-in-use',
    `A migration of a service has the database ${place} for itself ("lumafold service migrate"). Start when it has ended.`,
  )

/** Throws AppError `library-in-use` while a service is moved out of the database or into it. */
export async function refuseWhileMigrating(client: Client, place: string): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('SELECT pg_try_advisory_xact_lock_shared($1) AS "isFree"', [
    MIGRATION_LOCK,
  ])
  if (!rows[0]!.isFree) throw underMigration(place)
}
