import type { IndexStore } from '../indexes/store/port.ts'
import { noBatches } from './batches/no-batches.ts'
import type { JobsPlace } from './jobs/open-jobs.ts'
import type { BatchStore } from './ports/batch-store.ts'
import type { ServiceLog } from './ports/service-log.ts'
import type { ServiceStore } from './ports/service-store.ts'
import type { BackgroundUsage } from './ports/usage.ts'

export type StoresOptions = {
  dataDir: string
  /** `postgres://…` of a database that several nodes share; SQLite in the data folder where it is left out. */
  database?: string | undefined
  log: ServiceLog
  /** Milliseconds since 1970; the system's clock, or the database's own, where it is left out. */
  now?: (() => number) | undefined
}

/** Indexes have a store of their own where none is given. */
export type Stores = {
  store: ServiceStore
  indexStore?: IndexStore
  jobsPlace: JobsPlace
  batches: BatchStore
  background: BackgroundUsage
}

/** Opens what a service keeps in a database. Neither engine is loaded where the other is used. */
export async function openStores({ dataDir, database, log, now }: StoresOptions): Promise<Stores> {
  if (database !== undefined) {
    const { openPostgres } = await import('./store/postgres/open-postgres.ts')
    const { store, indexes, connection } = await openPostgres({ url: database, log, now })
    return { store, indexStore: indexes, jobsPlace: { connection }, ...noBatches }
  }
  const { openServiceStore } = await import('./store/sqlite/service-store.ts')
  const store = openServiceStore(dataDir, now)
  return { store, jobsPlace: { rows: store.jobs }, batches: store.batches, background: store.usage }
}
