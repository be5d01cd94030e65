import { cpSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { StoredAccounts } from '../../src-main/service/accounts/stored-accounts.ts'
import { loadPlans } from '../../src-main/service/accounts/plans.ts'
import type { Account, Plan } from '../../src-main/service/ports/ports.ts'
import type { ServiceStore } from '../../src-main/service/ports/service-store.ts'
import { openServiceStore, type SqliteStore } from '../../src-main/service/store/sqlite/open-service-store.ts'
import { resourcesDir, tempFolder } from '../fixtures/folders.ts'

export const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A store in a folder, closed when the running test ends. */
export function openStore(dataDir = tempFolder(), now = Date.now): SqliteStore {
  const store = openServiceStore(dataDir, now)
  onTestFinished(() => store.close())
  return store
}

/** Accounts and usage on a real database, with a clock that a test moves. */
export function openData({ dataDir = tempFolder(), startMs = Date.UTC(2026, 2, 10, 12) } = {}) {
  const clock = { ms: startMs }
  const now = () => clock.ms
  const store = openStore(dataDir, now)
  const plans = loadPlans({ resourcesDir, dataDir })
  return {
    dataDir,
    clock,
    now,
    store,
    plans,
    accounts: new StoredAccounts({ store, plans, now }),
    usage: store.usage,
  }
}

const generous: Plan = {
  name: 'test',
  title: 'Test',
  concurrency: 1000,
  daily: null,
  monthly: null,
  requestsPerSecond: null,
  pictureBytes: 1_000_000,
  uploadBytes: null,
}

/** An account in the database, under the test's own plan. */
export async function addAccount(store: ServiceStore, plan: Partial<Plan> = {}, id = 'a1'): Promise<Account> {
  await store.accounts.add({ id, name: 'Test', key: `key-${id}`, secretHash: 'scrypt$', plan: 'free', createdMs: 0 })
  return { id, name: 'Test', key: `key-${id}`, plan: { ...generous, ...plan }, createdMs: 0 }
}

/** A copy of a data folder as after a crash: the files unchanged, nothing closed. */
export function copyAsCrashed(dataDir: string): string {
  const copy = tempFolder()
  cpSync(dataDir, copy, { recursive: true })
  return copy
}
