import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { StoredAccounts } from '../../../service/accounts/stored-accounts.ts'
import { loadPlans, type Plans } from '../../../service/accounts/plans.ts'
import { openStores } from '../../../service/open-stores.ts'
import type { Usage } from '../../../service/ports/usage.ts'
import { databasePath } from '../../../service/store/sqlite/open-service-db.ts'
import { refuseUnfinished } from '../../../service/store/sqlite/unfinished-mark.ts'
import { placesOf } from '../library/places-of.ts'
import { toPath } from '../arguments/to-path.ts'
import { NothingFound } from '../surroundings/exit-codes.ts'

/** Options of commands on a service's data folder. */
export type ServiceDataOptions = { data?: string; database?: string }
export type ServiceData = { accounts: StoredAccounts; usage: Pick<Usage, 'report'>; plans: Plans }

/** `--database`, preferably set in the environment, where other users cannot see the password. */
export const databaseOption = (): Option =>
  new Option(
    '--database <url>',
    'keep accounts, usage and indexes in this PostgreSQL database, which several nodes may share',
  ).env('LUMAFOLD_DATABASE')

/** The named data folder, or the one in the user's data folder. */
export const findDataDir = ({ data }: ServiceDataOptions): string =>
  data === undefined ? placesOf().serviceDir : toPath(data)

/**
 * Opens the accounts of a data folder or database for some work, also while a service uses it. Creates the folder only
 * with `mayBeNew`.
 */
export async function withServiceData<T>(
  dataDir: string,
  { mayBeNew, database }: { mayBeNew: boolean; database: string | undefined },
  work: (data: ServiceData) => T | Promise<T>,
): Promise<T> {
  if (database === undefined && !mayBeNew && !existsSync(databasePath(dataDir)))
    throw new NothingFound(
      `There are no accounts in ${dataDir}. Name the service's folder with --data, or make an account with "lumafold account create".`,
    )
  if (database === undefined) refuseUnfinished(dataDir)
  process.umask(0o077) // files created in the folder are private
  const plans = loadPlans({ resourcesDir: placesOf().resourcesDir, dataDir })
  const { store } = await openStores({ dataDir, database, log: silentLog })
  try {
    return await work({ accounts: new StoredAccounts({ store, plans }), usage: store.usage, plans })
  } finally {
    await store.close()
  }
}

/** The error that ends the command reports what went wrong. */
const silentLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
