import { join } from 'node:path'
import { openAccounts, type OpenAccounts } from './accounts/accounts.ts'
import { loadPlans, type Plans } from './accounts/plans.ts'
import { watchRemovals } from './accounts/account-deletions.ts'
import { openUsage, type OpenUsage } from './accounts/usage.ts'
import type { ServiceLog } from './ports/service-log.ts'
import { openServiceStore, type ServiceStore } from './store/service-store.ts'
import { takeServiceFolder } from './store/take-folder.ts'
import { openUploads, type OpenUploads } from './uploads/uploads.ts'

export type DataOptions = {
  dataDir: string
  resourcesDir: string
  /** An account that is to be there, with its secret; needs both. */
  key?: string | undefined
  secret?: string | undefined
  /** Plan of that account; the default of the plan file where it is new. */
  plan?: string | undefined
  log: ServiceLog
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined
}

/** What a service keeps in its data folder. */
export type ServiceData = {
  store: ServiceStore
  plans: Plans
  accounts: OpenAccounts
  usage: OpenUsage
  uploads: OpenUploads
  /**
   * Begins to delete what removed accounts left: uploads and counts, then what `forget` deletes of an account by its
   * id.
   */
  followRemovals(forget: (accountId: string) => void | Promise<void>): void
  close(): Promise<void>
}

/**
 * Takes the data folder for this process and opens what is kept in it. Throws `library-in-use`, `library-too-new`,
 * `library-damaged` or `bad-params`.
 */
export async function openServiceData({
  dataDir,
  resourcesDir,
  key,
  secret,
  plan,
  log,
  now = Date.now,
}: DataOptions): Promise<ServiceData> {
  const lock = takeServiceFolder(dataDir)
  const opened: (() => void | Promise<void>)[] = [() => lock.release()]
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await each()
  }
  try {
    const store = openServiceStore(dataDir)
    opened.push(() => store.close())
    const plans = loadPlans({ resourcesDir, dataDir })
    const accounts = openAccounts({ store, plans, now })
    if (key !== undefined && secret !== undefined) await accounts.ensure({ key, secret, plan })
    const usage = openUsage({ store, now })
    const uploads = await openUploads({ folder: join(dataDir, 'uploads'), store, log, now })
    opened.push(() => uploads.close())
    const followRemovals = (forget: (accountId: string) => void | Promise<void>) => {
      const onRemoved = async (id: string) => {
        await uploads.removeAccount(id)
        await forget(id)
        if (!usage.isBusy(id)) usage.forget(id)
      }
      opened.push(watchRemovals({ store, onRemoved, isBusy: usage.isBusy, log }).close)
    }
    return { store, plans, accounts, usage, uploads, followRemovals, close }
  } catch (error) {
    await close()
    throw error
  }
}
