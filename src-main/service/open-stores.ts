import type { SharedStates } from '../indexes/named/trained-states.ts'
import type { IndexStore } from '../indexes/store/port.ts'
import { AppError } from '../contract/errors.ts'
import type { JobsPlace } from './jobs/open-jobs.ts'
import type { ServiceLog } from './ports/service-log.ts'
import type { ServiceStore } from './ports/service-store.ts'

export type StoresOptions = {
  dataDir: string
  /** `postgres://…` of a database that several nodes share; SQLite in the data folder where it is left out. */
  database?: string | undefined
  /** Indexes of so many entries or more are searched by pgvector in that database, instead of in this node's memory. */
  largeIndexes?: number | undefined
  /** Where this node keeps pictures, in words; nodes of a database must agree. Nothing where it keeps none. */
  picturePlace?: string | undefined
  /** Is told of each statement that is sent to that database. */
  onStatement?: ((text: string) => void) | undefined
  log: ServiceLog
  /** Milliseconds since 1970; the system's clock, or the database's own, where it is left out. */
  now?: (() => number) | undefined
}

/** Indexes have a store of their own where none is given. */
export type Stores = {
  store: ServiceStore
  indexes?: IndexPlace
  jobsPlace: JobsPlace
  /** To be called when the process begins to end: from then on it waits for no database that is silent. */
  hurry(): void
}
/** Where indexes are kept, and where those of so many entries or more are trained. */
export type IndexPlace = { store: IndexStore; large?: { from: number; states: SharedStates } }

/** Opens what a service keeps in a database. Neither engine is loaded where the other is used. */
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
  const { openServiceStore } = await import('./store/sqlite/service-store.ts')
  const store = openServiceStore(dataDir, now)
  return { store, jobsPlace: { rows: store.jobs }, hurry: () => {} }
}
