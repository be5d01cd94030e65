import { basename } from 'node:path'
import { runner, type MigrationBuilder } from 'node-pg-migrate'
import { AppError } from '../../../contract/errors.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import type { Database } from './database.ts'
import { requireVersion } from './explain-database.ts'
import { SCHEMA } from './read-database-url.ts'
import { refuseWhileMigrating } from './migration-lock.ts'
import { migrations } from './migrations/migrations.ts'

/**
 * Migrates the database in one transaction, under a lock that lets one node do it while others wait. Throws AppErrors:
 * `service-unreachable` if the server is too old, `library-too-new` if a newer version of this program has migrated the
 * database, and `library-in-use` while a service is moved out of it or into it.
 */
export async function migrate(database: Database, log: ServiceLog): Promise<void> {
  const client = await database.connect()
  try {
    await requireVersion(client, database.place)
    await refuseWhileMigrating(client, database.place)
    await runner({
      dbClient: client,
      // The list is part of the program, not a folder of files; this file replaces the folder.
      dir: import.meta.dirname,
      ignorePattern: `(?!${basename(import.meta.filename).replaceAll(/\W/g, String.raw`\$&`)}$).*`,
      migrationLoaderStrategies: [{ extensions: ['.ts', '.js'], loader: () => Promise.resolve(units()) }],
      direction: 'up',
      schema: SCHEMA,
      createSchema: true,
      migrationsTable: 'migrations',
      singleTransaction: true,
      advisoryLockMode: 'wait',
      checkOrder: true,
      logger: {
        debug: () => {},
        info: (message) => log.debug(message),
        warn: (message) => log.warn(message),
        error: (message) => log.error(message),
      },
    })
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${SCHEMA}.migrations`)
    refuseNewer(
      rows.map(({ name }) => name),
      database.place,
    )
  } finally {
    await client.end()
  }
}

const units = () =>
  migrations.map(({ name, sql }) => ({
    id: name,
    filePaths: [],
    actions: { up: (builder: MigrationBuilder) => builder.sql(sql), down: false as const },
  }))

function refuseNewer(present: readonly string[], place: string): void {
  const unknown = present.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown !== undefined)
    throw new AppError(
      'library-too-new',
      `The database ${place} was used by a newer version of this program (its layout has "${unknown}"). Update the program, or choose another database.`,
    )
}
