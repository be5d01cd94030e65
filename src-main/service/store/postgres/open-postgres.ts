import type { SharedStates } from '../../../indexes/named/trained-states.ts'
import type { IndexStore } from '../../../indexes/store/port.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import type { ServiceStore } from '../../ports/service-store.ts'
import { ACCOUNTS_CHANNEL, accountRows } from './account-rows.ts'
import { BATCHES_CHANNEL, batchRows } from './batch-rows.ts'
import { checkPicturePlace } from './check-picture-place.ts'
import { classifierRows } from './classifier-rows.ts'
import { Database } from './database.ts'
import { readDatabaseUrl, type DatabaseAddress } from './database-url.ts'
import { explainDatabase } from './explain-database.ts'
import { faceRows } from './face-rows.ts'
import { faceTicketRows } from './face-ticket-rows.ts'
import { indexStore } from './index-store.ts'
import { Listener } from './listener.ts'
import { migrate } from './migrate.ts'
import { peopleRows } from './people-rows.ts'
import { uploadRows } from './upload-rows.ts'
import { openVectorStates } from './vector-states.ts'
import { PostgresUsage, type PostgresUsageOptions } from './usage.ts'

export type PostgresOptions = Pick<PostgresUsageOptions, 'now' | 'picturePlace' | 'leaseMs' | 'renewMs'> & {
  /** `postgres://user:password@host/database`; its options are those of `readDatabaseUrl`. */
  url: string
  log: ServiceLog
  /** Is told of each statement that is sent. */
  onStatement?: ((text: string) => void) | undefined
  /** Longest time for one statement, in milliseconds. */
  statementMs?: number | undefined
}

/** The stores of a service in one database; closing `store` closes both. */
export type PostgresStores = {
  store: ServiceStore
  indexes: IndexStore
  /** Opens the tables of pgvector in the same database. Throws AppError `bad-params` where it has no pgvector. */
  openVectorStates(): Promise<SharedStates>
  /** How the database is reached, for what has connections of its own. */
  connection: DatabaseAddress['connection']
  /** To be called when the node begins to end: from then on it waits for no database that is silent. */
  hurry(): void
}

/**
 * Opens a service's stores in a PostgreSQL database (15 or newer), which is brought up to date first. Any number of
 * nodes may have it open. Throws AppErrors: `bad-params` for an address that is not understood, `library-too-new` for a
 * database of a newer version, and `service-unreachable` where it cannot be reached.
 */
export async function openPostgres(given: PostgresOptions): Promise<PostgresStores> {
  const { url, log, onStatement, statementMs, ...options } = given
  await using opening = new AsyncDisposableStack()
  const address = readDatabaseUrl(url)
  const database = new Database({ address, log, onStatement, statementMs })
  opening.defer(() => database.close())
  await migrate(database, log).catch((error: unknown) => {
    throw explainDatabase(error, database)
  })
  const accounts = accountRows(database, () => listener.isListening)
  const { changed, forget } = accounts.news
  const usage = new PostgresUsage({ database, log, ...options })
  opening.defer(() => usage.close())
  const { picturePlace } = options
  if (picturePlace !== undefined) await checkPicturePlace(database.repeat, await usage.nodeId(), picturePlace)
  const batches = batchRows(database, () => usage.nodeId())
  const { added } = batches
  const listener = new Listener(database, log, [
    { channel: ACCOUNTS_CHANNEL, onMessage: changed, onLost: forget, onListening: changed },
    { channel: BATCHES_CHANNEL, onMessage: added, onListening: added },
  ])
  opening.defer(() => listener.close())
  await listener.ready()
  const open = opening.move()
  return {
    store: {
      accounts: accounts.store,
      usage,
      batches: batches.store,
      ...plainRows(database),
      close: () => open.disposeAsync(),
    },
    indexes: indexStore(database),
    openVectorStates: () => openVectorStates({ database, now: options.now ?? Date.now }),
    connection: database.connection,
    hurry: () => void database.hurry(),
  }
}

/** What needs the database alone. */
const plainRows = (database: Database) => ({
  uploads: uploadRows(database),
  classifiers: classifierRows(database),
  faces: faceRows(database),
  people: peopleRows(database),
  faceTickets: faceTicketRows(database),
})
