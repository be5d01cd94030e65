import { onTestFinished } from 'vitest'
import type { ServiceStore } from '../../../src-main/service/ports/service-store.ts'
import { openPostgres } from '../../../src-main/service/store/postgres/open-postgres.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/service-store.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { silentLog } from '../temp-data.ts'

/** An empty store; `another` opens the same one as another process would. Both are closed when the test ends. */
export type OpenedStore = { store: ServiceStore; another(): Promise<ServiceStore> }

/** A way to keep what a service keeps. */
export type StoreKind = {
  name: string
  /** Whether several processes may let requests in at once. */
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
    return { store: await open(), another: open }
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
    return { store: await open(), another: open }
  },
}

/** Every implementation of the ports that can be had here; the suites of this folder run against each. */
export const kinds: readonly StoreKind[] = hasPostgres ? [sqlite, postgres] : [sqlite]

/** An empty store on a clock that a test moves. */
export async function openStore(kind: StoreKind, startMs = Date.UTC(2026, 2, 10, 12)) {
  const clock = { ms: startMs }
  return { ...(await kind.open(() => clock.ms)), clock }
}
