import type { SharedStates } from '../../../indexes/named/trained-states.ts'
import type { IndexStore, EntryReader, ReadEntry, ReadPlan } from '../../../indexes/store/port.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import type { ServiceStore } from '../../ports/service-store.ts'
import { ACCOUNTS_CHANNEL, accountRows } from './account-rows.ts'
import { BATCHES_CHANNEL, batchRows } from './batch-rows.ts'
import { classifierRows } from './classifier-rows.ts'
import { Database, type Query } from './database.ts'
import { readDatabaseUrl, type DatabaseAddress } from './read-database-url.ts'
import { explainDatabase } from './explain-database.ts'
import { faceRows } from './face-rows.ts'
import { faceTicketRows } from './face-ticket-rows.ts'
import { Listener } from './listener.ts'
import { migrate } from './migrate.ts'
import { peopleRows } from './people-rows.ts'
import { uploadRows } from './upload-rows.ts'
import { openVectorStates } from './vector-states.ts'
import { PostgresUsage, type PostgresUsageOptions } from './postgres-usage.ts'
import { AppError } from '../../../contract/errors.ts'
import { entryRows } from './entry-rows.ts'
import { EntrySaver } from './entry-saver.ts'
import { indexRows } from './index-rows.ts'
import { SeenIndexes } from './seen-indexes.ts'
import { ticketRows } from './ticket-rows.ts'
import { decodeVector } from '../../../base/sqlite/vector-blob.ts'
import { toStoreError } from './database-errors.ts'

export type PostgresOptions = Pick<PostgresUsageOptions, 'now' | 'picturePlace' | 'leaseMs' | 'renewMs'> & {
  /** `postgres://user:password@host/database`; for its options see `readDatabaseUrl`. */
  url: string
  log: ServiceLog
  /** Called with each statement that is sent. */
  onStatement?: ((text: string) => void) | undefined
  /** Time limit for one statement, in milliseconds. */
  statementMs?: number | undefined
}

/** The stores of a service in one database; closing `store` closes both. */
export type PostgresStores = {
  store: ServiceStore
  indexes: IndexStore
  /** Opens the tables of pgvector in the same database. Throws AppError `bad-params` if it lacks pgvector. */
  openVectorStates(): Promise<SharedStates>
  /** How to reach the database, for users with their own connections. */
  connection: DatabaseAddress['connection']
  /** Call this when the node begins to end: afterwards it does not wait for a database that does not respond. */
  hurry(): void
}

/**
 * Opens a service's stores in a PostgreSQL database (15 or newer), after migrating it. Any number of nodes may have it
 * open. Throws AppErrors: `bad-params` for an invalid address, `library-too-new` for a database of a newer version, and
 * `service-unreachable` if it cannot be reached.
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

/** Stores that only need the database. */
const plainRows = (database: Database) => ({
  uploads: uploadRows(database),
  classifiers: classifierRows(database),
  faces: faceRows(database),
  people: peopleRows(database),
  faceTickets: faceTicketRows(database),
})

/**
 * Throws `bad-params` if another running node keeps pictures elsewhere: each would consider the other's lost. A node is
 * registered in the database by then, so of two that start at once at least one notices.
 */
async function checkPicturePlace(repeat: Query, node: string, place: string): Promise<void> {
  const [other] = await repeat<{ place: string }>(
    `SELECT picture_place AS place FROM nodes
     WHERE id <> $1 AND alive_until > clock_timestamp() AND picture_place <> $2 LIMIT 1`,
    [node, place],
  )
  if (other === undefined) return
  throw new AppError(
    'bad-params',
    `Nodes of this service keep pictures in ${other.place}, and this one is set to ${place}. Start all with the same --objects; one that was killed counts for half a minute.`,
  )
}

/** Number of entries of removed indexes that are deleted at once: few enough to go unnoticed. */
const SWEPT_AT_ONCE = 500

/** Named indexes in PostgreSQL. The caller closes the database. */
function indexStore(database: Database): IndexStore {
  const seen = new SeenIndexes(database.repeat)
  return {
    indexes: indexRows(database, seen),
    entries: entryRows(database, new EntrySaver(database.query, seen)),
    tickets: ticketRows(database),
    read: (indexRow) => openEntryReader(database, indexRow),
    sweep: async () => {
      const [row] = await database.repeat<{ isMore: boolean }>('SELECT sweep_entries($1) AS "isMore"', [SWEPT_AT_ONCE])
      return row!.isMore
    },
    close: () => Promise.resolve(),
  }
}

/** Opens a reader: a separate connection, whose open transaction is a snapshot of one moment. */
async function openEntryReader(database: Database, indexRow: number): Promise<EntryReader> {
  const client = await database.connect()
  const read = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => {
    try {
      return (await client.query<R>(text, values)).rows
    } catch (error) {
      throw toStoreError(error)
    }
  }
  await read('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  const [plan = null] = await read<ReadPlan>(
    'SELECT kind, dimensions, model, changes, entry_count AS entries FROM indexes WHERE id = $1',
    [indexRow],
  )
  return {
    plan,
    async *pages(rows) {
      for (let after = 0; ;) {
        const found = await read<{ id: number; entryId: string; blob: Buffer }>(
          'SELECT id, entry_id AS "entryId", vector AS blob FROM entries WHERE index_row = $1 AND id > $2 ORDER BY id LIMIT $3',
          [indexRow, after, rows],
        )
        if (found.length === 0) return
        after = found.at(-1)!.id
        yield found.map(({ entryId, blob }): ReadEntry => ({ entryId, vector: decodeVector(blob) }))
      }
    },
    close: () => client.end(),
  }
}
