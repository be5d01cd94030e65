import type { IndexStore } from '../../../indexes/store/port.ts'
import type { ServiceLog } from '../../ports/service-log.ts'
import type { ServiceStore } from '../../ports/service-store.ts'
import { ACCOUNTS_CHANNEL, accountRows } from './account-rows.ts'
import { callbackRows } from './callback-rows.ts'
import { classifierRows } from './classifier-rows.ts'
import { Database } from './database.ts'
import { readDatabaseUrl } from './database-url.ts'
import { indexStore } from './index-store.ts'
import { Listener } from './listener.ts'
import { migrate } from './migrate.ts'
import { uploadRows } from './upload-rows.ts'
import { PostgresUsage, type PostgresUsageOptions } from './usage.ts'

export type PostgresOptions = Pick<PostgresUsageOptions, 'now' | 'leaseMs' | 'renewMs'> & {
  /** `postgres://user:password@host/database`; its options are those of `readDatabaseUrl`. */
  url: string
  log: ServiceLog
  /** Is told of each statement that is sent. */
  onStatement?: ((text: string) => void) | undefined
  /** Longest time for one statement, in milliseconds. */
  statementMs?: number | undefined
}

/** The stores of a service in one database; closing `store` closes both. */
export type PostgresStores = { store: ServiceStore; indexes: IndexStore }

/**
 * Opens a service's stores in a PostgreSQL database (15 or newer), which is brought up to date first. Any number of
 * nodes may have it open. Throws AppError `bad-params` for an address that is not understood and `library-too-new` for a
 * database of a newer version, and ServiceError 503 where the database cannot be reached.
 */
export async function openPostgres({
  url,
  log,
  onStatement,
  statementMs,
  ...options
}: PostgresOptions): Promise<PostgresStores> {
  await using opening = new AsyncDisposableStack()
  const database = new Database({ address: readDatabaseUrl(url), log, onStatement, statementMs })
  opening.defer(() => database.close())
  await migrate(database, log)
  const accounts = accountRows(database, () => listener.isListening)
  const { forget } = accounts
  const listener = new Listener(database, log, [{ channel: ACCOUNTS_CHANNEL, onMessage: forget, onLost: forget }])
  opening.defer(() => listener.close())
  await listener.ready()
  const usage = new PostgresUsage({ database, log, ...options })
  opening.defer(() => usage.close())
  const open = opening.move()
  return {
    store: {
      accounts: accounts.store,
      usage,
      uploads: uploadRows(database),
      callbacks: callbackRows(database),
      classifiers: classifierRows(database),
      close: () => open.disposeAsync(),
    },
    indexes: indexStore(database),
  }
}
