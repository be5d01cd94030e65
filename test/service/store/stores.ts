import { onTestFinished } from 'vitest'
import { EmbeddedJobs } from '../../../src-main/service/jobs/embedded/embedded-jobs.ts'
import { openPostgresJobs } from '../../../src-main/service/jobs/postgres/open-postgres-jobs.ts'
import type { Jobs } from '../../../src-main/service/ports/jobs.ts'
import type { ServiceStore } from '../../../src-main/service/ports/service-store.ts'
import { readDatabaseUrl } from '../../../src-main/service/store/postgres/read-database-url.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { silentLog } from '../temp-data.ts'

/**
 * An empty store; `another` opens the same one as another process would, and `openJobs` the jobs beside it: of one
 * process after another in SQLite, of any number of nodes otherwise. All are closed when the test ends.
 */
export type OpenedStore = {
  store: ServiceStore
  another(): Promise<ServiceStore>
  openJobs(): Promise<Jobs>
}

/** A way to store a service's data. */
export type StoreKind = {
  name: string
  /** Whether several processes may admit requests at the same time. */
  isForMany: boolean
  open(now: () => number): Promise<OpenedStore>
}

const sqlite: StoreKind = {
  name: 'SQLite',
  isForMany: false,
  async open(now) {
    const folder = tempFolder()
    const open = async () => {
      const store = openServiceStore(folder, now)
      onTestFinished(() => store.close())
      return store
    }
    const store = await open()
    const openJobs = async () => {
      const jobs = new EmbeddedJobs({ rows: store.jobs, log: silentLog, failurePauseMs: 0 })
      onTestFinished(() => jobs.close())
      return jobs
    }
    return { store, another: open, openJobs }
  },
}

const postgres: StoreKind = {
  name: 'PostgreSQL',
  isForMany: true,
  async open(now) {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const open = async () => {
      const { store } = await openPostgres({ url, log: silentLog, now })
      onTestFinished(() => store.close())
      return store
    }
    const { connection } = readDatabaseUrl(url)
    const openJobs = async () => {
      const jobs = await openPostgresJobs({ connection, log: silentLog, pollSeconds: 0.5, failurePauseMs: 0 })
      onTestFinished(() => jobs.close())
      return jobs
    }
    return { store: await open(), another: open, openJobs }
  },
}

/** Every implementation of the ports available here; this folder's suites run against each. */
export const kinds: readonly StoreKind[] = hasPostgres ? [sqlite, postgres] : [sqlite]

/** An empty store on a clock that a test moves. */
export async function openStore(kind: StoreKind, startMs = Date.UTC(2026, 2, 10, 12)) {
  const clock = { ms: startMs }
  return { ...(await kind.open(() => clock.ms)), clock }
}
