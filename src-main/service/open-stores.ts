import type { SharedStates } from '../indexes/named/trained-states.ts'
import type { IndexStore } from '../indexes/store/port.ts'
import { AppError } from '../contract/errors.ts'
import type { JobsPlace } from './jobs/open-jobs.ts'
import type { ServiceLog } from './ports/service-log.ts'
import type { ServiceStore } from './ports/service-store.ts'

export type StoresOptions = {
  dataDir: string
  /** `postgres://…` of a database shared by several nodes; by default SQLite in the data folder. */
  database?: string | undefined
  /**
   * Indexes with at least this many entries are searched by pgvector in that database, instead of in this node's
   * memory.
   */
  largeIndexes?: number | undefined
  /**
   * Description of where this node keeps pictures, on which all nodes of a database must agree; undefined if it keeps
   * none.
   */
  picturePlace?: string | undefined
  /** Called with each statement that is sent to that database. */
  onStatement?: ((text: string) => void) | undefined
  log: ServiceLog
  /** Milliseconds since 1970; by default the clock of the system or of the database. */
  now?: (() => number) | undefined
}

/** Without `indexes`, they have a separate store. */
export type Stores = {
  store: ServiceStore
  indexes?: IndexPlace
  jobsPlace: JobsPlace
  /** Call this when the process begins to end: afterwards it does not wait for a database that does not respond. */
  hurry(): void
}
/** Where indexes are stored, and where those with at least `from` entries are trained. */
export type IndexPlace = { store: IndexStore; large?: { from: number; states: SharedStates } }

/** Opens a service's database. Only the engine in use is loaded. */
export async function openStores({
  dataDir,
  database,
  largeIndexes,
  picturePlace,
  onStatement,
  log,
  now,
}: StoresOptions): Promise<Stores> {
  if (database !== undefined) {
    const { openPostgres } = await import('./store/postgres/open-postgres.ts')
    const { store, indexes, openVectorStates, connection, hurry } = await openPostgres({
      url: database,
      picturePlace,
      onStatement,
      log,
      now,
    })
    const open = { store, indexes: { store: indexes }, jobsPlace: { connection }, hurry }
    if (largeIndexes === undefined) return open
    try {
      const large = { from: largeIndexes, states: await openVectorStates() }
      return { ...open, indexes: { store: indexes, large } }
    } catch (error) {
      await store.close()
      throw error
    }
  }
  if (largeIndexes !== undefined)
    throw new AppError('bad-params', 'Large indexes need pgvector in PostgreSQL: give --database with --large-indexes.')
  const { openServiceStore } = await import('./store/sqlite/open-service-store.ts')
  const store = openServiceStore(dataDir, now)
  return { store, jobsPlace: { rows: store.jobs }, hurry: () => {} }
}
